import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useCustomerId } from '#/api/customer'
import { type DashboardData, useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { dataAge } from '#/kit/DataAge'
import { Dialog } from '#/kit/Dialog'
import { duePartLabel } from '#/kit/due-parts'
import { QueryContent } from '#/kit/QueryContent'
import type { DialogProps } from '#/shared/dialog-props'
import { formatRupees } from '#/shared/money'
import { Amount } from '#/ui/Amount'
import { AmountList, AmountRow } from '#/ui/AmountRow'
import { Disclosure } from '#/ui/Disclosure'
import { SkeletonList } from '#/ui/Skeleton'
import { roundOffWords } from '../how'
import { type Invoice, type InvoiceDoc, isOpen, lineTotal, owedOn, owingInvoices } from '../model'
import { invoiceQuery } from '../queries'
import { day, invoicePeriod, lineWords, prorationWords, typeWord } from '../words'
import { CreditNoteRows, LateFeeRule, PaymentRows } from './InvoiceExplained'
import { LedgerSection } from './LedgerSection'
import { StatusChip } from './StatusChip'

/**
 * Explains every rupee of the dues: what is owed on each invoice, with days, rates
 * and late fees, and the sum by kind.
 */
export default function WhySheet({ onClose }: DialogProps) {
  return (
    <Dialog title={m.invoices_why_title()} onClose={onClose} width="flow">
      <p className="pb-4 text-muted">{m.invoices_why_intro()}</p>
      <LedgerSection label={m.invoices_loading()} failed={m.invoices_failed()}>
        {({ invoices }) => <OpenInvoices invoices={owingInvoices(invoices)} />}
      </LedgerSection>
      <div className="mt-5 rounded-row bg-sunken p-4">
        <QueryContent
          query={useDashboard()}
          pending={<SkeletonList label={m.invoices_loading()} rows={1} />}
          failed={m.kit_figures_failed()}
          age={dataAge}
        >
          {(data) => <Sum data={data} />}
        </QueryContent>
      </div>
    </Dialog>
  )
}

function Sum({ data }: { data: DashboardData }) {
  return (
    <AmountList>
      {data.dueParts.map(({ kind, amount }) => (
        <AmountRow key={kind} label={duePartLabel(kind)} value={amount} />
      ))}
      <AmountRow label={m.invoices_why_sum()} value={data.totalPayableAmount} total />
    </AmountList>
  )
}

function OpenInvoices({ invoices }: { invoices: Invoice[] }) {
  if (invoices.length === 0) return <p className="text-muted">{m.invoices_why_none()}</p>
  return (
    <ul className="grid gap-3">
      {invoices.map((invoice, index) => (
        <li key={invoice.invoiceId} className="rounded-row border border-line p-4">
          <Disclosure open={index === 0} summary={<InvoiceSummary invoice={invoice} />}>
            <InvoiceFigures invoiceId={invoice.invoiceId} />
          </Disclosure>
        </li>
      ))}
    </ul>
  )
}

function InvoiceSummary({ invoice }: { invoice: Invoice }) {
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <span className="flex flex-wrap items-center gap-2">
        {invoicePeriod(invoice) ?? typeWord(invoice.type)}
        {isOpen(invoice) ? (
          <StatusChip status={invoice.status} />
        ) : (
          <span className="text-muted">{m.invoices_late_fees()}</span>
        )}
      </span>
      <Amount value={owedOn(invoice)} />
    </span>
  )
}

function InvoiceFigures({ invoiceId }: { invoiceId: number }) {
  const query = useQuery(invoiceQuery(useCustomerId(), invoiceId))
  return (
    <QueryContent
      query={query}
      pending={<SkeletonList label={m.invoices_loading()} rows={1} />}
      failed={m.invoices_document_failed()}
      age={dataAge}
    >
      {(doc) => <Figures doc={doc} />}
    </QueryContent>
  )
}

const owedFees = ({ lateFees }: InvoiceDoc) => lateFees.filter(({ amount, paid, waived }) => !waived && paid < amount)

/** The late fees that are not fully paid, each with what was already paid. */
function OwedFeeRows({ doc }: { doc: InvoiceDoc }) {
  return owedFees(doc).map(({ date, days, base, amount, paid }) => (
    <Fragment key={date}>
      <AmountRow
        label={m.invoices_late_fee_on({ date: day(date) })}
        note={m.invoices_late_fee_how({ days, base: formatRupees(base) })}
        value={amount}
      />
      {paid > 0 && <AmountRow label={m.invoices_paid()} value={-paid} />}
    </Fragment>
  ))
}

function Figures({ doc }: { doc: InvoiceDoc }) {
  return (
    <div className="grid gap-4 text-support">
      <AmountList>
        {doc.items.map((item) => (
          <AmountRow
            key={`${item.name}${item.from}${item.amount}`}
            label={lineWords(item)}
            note={[prorationWords(item), m.invoices_gst_percent({ percent: item.gstRate })].filter(Boolean).join(' · ')}
            value={lineTotal(item)}
          />
        ))}
        {doc.roundOff !== 0 && (
          <AmountRow label={m.invoices_round_off()} note={roundOffWords(doc)} value={doc.roundOff} />
        )}
        <AmountRow label={m.invoices_total()} value={doc.total} total />
        <PaymentRows doc={doc} />
        <CreditNoteRows doc={doc} />
        <OwedFeeRows doc={doc} />
        <AmountRow label={m.invoices_outstanding()} value={owedOn(doc)} total />
      </AmountList>
      {owedFees(doc).length > 0 && <LateFeeRule doc={doc} />}
      <p className="flex flex-wrap justify-between gap-2 text-muted">
        {isOpen(doc) && doc.dueDate && <span>{m.invoices_due_by({ date: day(doc.dueDate) })}</span>}
        <Link
          to="/my-subscriptions/{-$invoiceId}/rental-invoice"
          params={{ invoiceId: String(doc.invoiceId) }}
          className="font-semibold text-brand-ink underline-offset-4 hover:underline"
        >
          {m.invoices_why_open()} ({formatRupees(doc.total)})
        </Link>
      </p>
    </div>
  )
}
