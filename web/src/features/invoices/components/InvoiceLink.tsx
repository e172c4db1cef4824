import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface InvoiceLinkProps {
  invoiceId: number
  children: ReactNode
}

export function InvoiceLink({ invoiceId, children }: InvoiceLinkProps) {
  return (
    <Link
      to="/my-subscriptions/{-$invoiceId}/rental-invoice"
      params={{ invoiceId: String(invoiceId) }}
      className="inline-flex min-h-8 items-center font-semibold text-brand-ink text-support underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  )
}
