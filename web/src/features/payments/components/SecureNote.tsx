import { ShieldCheck } from 'lucide-react'
import { m } from '#/copy'

/** Where it happens, and what we do not see of it; of a payment without other words. */
export function SecureNote({ children = m.payments_secure() }: { children?: string }) {
  return (
    <p className="flex items-start gap-2 pt-5 text-muted text-support">
      <ShieldCheck aria-hidden="true" className="size-5 shrink-0 text-success" />
      {children}
    </p>
  )
}
