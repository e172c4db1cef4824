import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { type DashboardData, useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { formatRupees } from '#/shared/money'
import { Amount } from '#/ui/Amount'
import { type Invoice, isOpen } from '../model'
import { day, invoicePeriod, typeWord } from '../words'
import { StatusChip } from './StatusChip'

/** One invoice of the list. It links to the whole document. */
export function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { data } = useDashboard()
  return (
    <Link
      to="/my-subscriptions/{-$invoiceId}/rental-invoice"
      params={{ invoiceId: String(invoice.invoiceId) }}
      className="flex items-center gap-3 rounded-row bg-surface p-4 hover:bg-brand-soft"
    >
      <span className="grid min-w-0 flex-1 gap-1">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">{invoicePeriod(invoice) ?? typeWord(invoice.type)}</span>
          <StatusChip status={invoice.status} />
        </span>
        <span className="break-words text-muted text-support">
          {typeWord(invoice.type)} · <span className="inline-block">{invoice.invoiceNumber}</span>
        </span>
        <span className="text-label text-subtle">
          {[paidOf(invoice), dates(invoice, data?.debit), fees(invoice)].filter(Boolean).join(' · ')}
        </span>
      </span>
      <Amount value={invoice.amount} />
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-subtle" />
    </Link>
  )
}

function paidOf({ amount, amountPaid, outstanding }: Invoice): string | false {
  return (
    amountPaid > 0 &&
    outstanding > 0 &&
    m.invoices_paid_of({ paid: formatRupees(amountPaid), total: formatRupees(amount) })
  )
}

/** Late fees can be owed even after the invoice itself is paid. */
function fees({ openLateFees }: Invoice): string | false {
  return openLateFees > 0 && `${m.invoices_late_fees()} ${formatRupees(openLateFees)}`
}

/** An invoice that will be debited is not to be paid by a day. */
function dates(invoice: Invoice, debit: DashboardData['debit']): string {
  const { date, dueDate, invoiceNumber } = invoice
  if (debit?.step === 'planned' && debit.invoiceNumber === invoiceNumber)
    return m.invoices_debited_on({ date: day(debit.date) })
  return isOpen(invoice) && dueDate ? m.invoices_due_by({ date: day(dueDate) }) : m.invoices_dated({ date: day(date) })
}
