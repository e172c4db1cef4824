import { BadgeCheck, Clock } from 'lucide-react'
import { m } from '#/copy'
import { Chip } from '#/ui/Chip'

export function KycLabel({ pending }: { pending: boolean }) {
  const Icon = pending ? Clock : BadgeCheck
  return (
    <Chip tone={pending ? 'due' : 'success'} icon={<Icon aria-hidden="true" className="size-4" />}>
      {pending ? m.app_kyc_pending() : m.app_kyc_completed()}
    </Chip>
  )
}
