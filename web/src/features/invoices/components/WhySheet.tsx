import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DashboardData } from '#/api/dashboard'
import { m } from '#/copy'
import { Dialog } from '#/kit/Dialog'
import { duePartWord } from '#/kit/due-parts'
import { Loaded } from '#/kit/Loaded'
import { useBackCloses } from '#/platform/back'
import { useSessionUser } from '#/platform/session'
import { formatRupees } from '#/shared/money'
import { Amount } from '#/ui/Amount'
import { AmountList, AmountRow } from '#/ui/AmountRow'
import { Disclosure } from '#/ui/Disclosure'
import { SkeletonList } from '#/ui/Skeleton'
import { type Invoice, type InvoiceDoc, lineTotal, openInvoices, outstanding } from '../model'
import { invoiceQuery } from '../queries'
import { day, invoicePeriod, prorationWords, typeWord } from '../words'
import { LateFeeRows, PaymentsMatched } from './InvoiceExplained'
import { LedgerSection } from './LedgerSection'
import { StatusChip } from './StatusChip'

interface WhySheetProps {
  data: DashboardData
  onClose(): void
}

/** Every rupee of the dues: the open invoices, each down to days and rates, then late fees. */
export default function WhySheet({ data, onClose }: WhySheetProps) {
  useBackCloses(true, onClose)
  return (
    <Dialog title={m.invoices_why_title()} onClose={onClose} width="flow">
      <p className="pb-4 text-muted">{m.invoices_why_intro()}</p>
      <LedgerSection label={m.invoices_loading()}>
        {({ invoices }) => <OpenInvoices invoices={openInvoices(invoices)} />}
      </LedgerSection>
      <div className="mt-5 rounded-row bg-sunken p-4">
        <AmountList>
          {data.dueParts.map(({ kind, amount }) => (
            <AmountRow key={kind} label={duePartWord(kind)} value={amount} />
          ))}
          <AmountRow label={m.invoices_why_sum()} value={data.totalPayableAmount} total />
        </AmountList>
      </div>
    </Dialog>
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
        <StatusChip status={invoice.status} />
      </span>
      <Amount value={outstanding(invoice)} />
    </span>
  )
}

function InvoiceFigures({ invoiceId }: { invoiceId: number }) {
  const user = useSessionUser()
  const query = useQuery({ ...invoiceQuery(user?.id ?? 0, invoiceId), enabled: user !== undefined })
  return (
    <Loaded query={query} pending={<SkeletonList label={m.invoices_loading()} rows={1} />}>
      {(doc) => <Figures doc={doc} />}
    </Loaded>
  )
}

function Figures({ doc }: { doc: InvoiceDoc }) {
  return (
    <div className="grid gap-4 text-support">
      <AmountList>
        {doc.items.map((item) => (
          <AmountRow
            key={`${item.name}${item.from}${item.amount}`}
            label={item.name}
            note={[prorationWords(item), m.invoices_gst_percent({ percent: item.gstRate })].filter(Boolean).join(' · ')}
            value={lineTotal(item)}
          />
        ))}
        {doc.roundOff !== 0 && (
          <AmountRow label={m.invoices_round_off()} note={m.invoices_round_off_note()} value={doc.roundOff} />
        )}
        <AmountRow label={m.invoices_total()} value={doc.total} total />
      </AmountList>
      {doc.payments.length > 0 && <PaymentsMatched doc={doc} />}
      {doc.lateFees.length > 0 && <LateFeeRows doc={doc} />}
      <p className="flex flex-wrap justify-between gap-2 text-muted">
        {doc.dueDate && <span>{m.invoices_due_by({ date: day(doc.dueDate) })}</span>}
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
