import { m } from '#/copy'
import { EmptyShelfArt } from '#/ui/art/EmptyShelfArt'
import { EmptyState } from '#/ui/EmptyState'
import { type Invoice, isAdjustment } from '../model'
import { InvoiceRow } from './InvoiceRow'
import { LedgerSection } from './LedgerSection'

interface InvoiceListProps {
  /** Show only the invoices that correct or add to the monthly rent. */
  adjustments?: boolean
  /** Wait, because something above the list is still loading. */
  waits?: boolean
}

export function InvoiceList({ adjustments = false, waits = false }: InvoiceListProps) {
  return (
    <LedgerSection label={m.invoices_loading()} failed={m.invoices_failed()} waits={waits}>
      {({ invoices }) => (
        <Rows invoices={adjustments ? invoices.filter(isAdjustment) : invoices} adjustments={adjustments} />
      )}
    </LedgerSection>
  )
}

function Rows({ invoices, adjustments }: { invoices: Invoice[]; adjustments: boolean }) {
  if (invoices.length === 0) {
    return (
      <EmptyState
        art={<EmptyShelfArt />}
        title={adjustments ? m.invoices_adjustment_empty_title() : m.invoices_empty_title()}
      >
        {adjustments ? m.invoices_adjustment_empty_text() : m.invoices_empty_text()}
      </EmptyState>
    )
  }
  return (
    <ul className="grid gap-3">
      {invoices.map((invoice) => (
        <li key={invoice.invoiceId}>
          <InvoiceRow invoice={invoice} />
        </li>
      ))}
    </ul>
  )
}
