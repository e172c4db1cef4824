import type { ReactNode } from 'react'
import { useAppConfig } from '#/api/config'
import type { CompletionStatus } from '#/api/kyc'
import { m } from '#/copy'
import { formatDay } from '#/kit/dates'
import { Notice } from '#/ui/Notice'
import { Reasons } from './Reasons'

interface DeclinedProps {
  completion: CompletionStatus
  action: ReactNode
}

/** Says that the verification was declined, why, and what the customer can do. */
export function Declined({ completion, action }: DeclinedProps) {
  const { supportPhone } = useAppConfig()
  const { retryOn, canChangeProfession } = completion
  return (
    <Notice tone="danger" title={m.kyc_declined()} action={action}>
      <p>{m.kyc_declined_text()}</p>
      <Reasons completion={completion} />
      <p>{canChangeProfession ? m.kyc_declined_again() : m.kyc_declined_until({ day: formatDay(retryOn) ?? '' })}</p>
      {supportPhone && <p>{m.kyc_declined_call({ phone: supportPhone })}</p>}
    </Notice>
  )
}
