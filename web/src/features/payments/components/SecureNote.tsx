import { ShieldCheck } from 'lucide-react'
import { m } from '#/copy'

/** Says where the customer pays and that we never see the card. The default text is that of a payment. */
export function SecureNote({ children = m.payments_secure() }: { children?: string }) {
  return (
    <p className="flex items-start gap-2 pt-5 text-muted text-support">
      <ShieldCheck aria-hidden="true" className="size-5 shrink-0 text-success" />
      {children}
    </p>
  )
}
