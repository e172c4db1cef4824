import { ShieldCheck } from 'lucide-react'
import { m } from '#/copy'

export function SecureNote() {
  return (
    <p className="flex items-start gap-2 pt-5 text-muted text-support">
      <ShieldCheck aria-hidden="true" className="size-5 shrink-0 text-success" />
      {m.payments_secure()}
    </p>
  )
}
