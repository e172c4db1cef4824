import { m } from '#/copy'
import { AmountList, AmountRow } from '#/ui/AmountRow'
import { roundOffWords } from '../how'
import { type InvoiceDoc, isCreditNote, owedOn, paidParts } from '../model'
import { day, invoicePeriod, typeWord } from '../words'
import { InvoiceLines } from './InvoiceLines'
import { InvoiceLink } from './InvoiceLink'
import { StatusChip } from './StatusChip'

/** The invoice document, for screen and paper: the parties, the lines, the tax and what was paid. */
export function InvoiceSheet({ doc }: { doc: InvoiceDoc }) {
  return (
    <article
      aria-labelledby="invoice-number"
      className="grid gap-6 rounded-card bg-surface p-5 desktop:p-8 print:rounded-none print:p-0"
    >
      <SheetHead doc={doc} />
      <Parties doc={doc} />
      <InvoiceLines items={doc.items} />
      <Sums doc={doc} />
    </article>
  )
}

function SheetHead({ doc }: { doc: InvoiceDoc }) {
  const period = invoicePeriod(doc)
  const rows = [
    m.invoices_dated({ date: day(doc.date) }),
    doc.originalInvoiceNumber &&
      m.invoices_credit_of({ number: doc.originalInvoiceNumber, date: day(doc.originalInvoiceDate) }),
    doc.dueDate && m.invoices_due_by({ date: day(doc.dueDate) }),
    doc.paidAhead === doc.total && doc.paidAhead > 0 && m.invoices_nothing_due(),
    period,
  ]
  return (
    <header className="flex flex-wrap items-start justify-between gap-3">
      <div className="grid min-w-0 gap-1">
        <p className="font-semibold text-muted">
          {isCreditNote(doc) ? m.invoices_credit_note() : `${m.invoices_tax_invoice()} · ${typeWord(doc.type)}`}
        </p>
        <h2 id="invoice-number" className="break-all font-bold text-dialog">
          {doc.invoiceNumber}
        </h2>
        {rows.map(
          (row) =>
            row && (
              <p key={row} className="text-muted text-support">
                {row}
              </p>
            ),
        )}
      </div>
      <div className="grid justify-items-end gap-2">
        <StatusChip status={doc.status} />
        {doc.originalInvoiceId !== undefined && (
          <span className="print:hidden">
            <InvoiceLink invoiceId={doc.originalInvoiceId}>{m.invoices_original()}</InvoiceLink>
          </span>
        )}
      </div>
    </header>
  )
}

function Parties({ doc }: { doc: InvoiceDoc }) {
  const parties = [
    // The supplier and the states are registered in English. The customer's own name can be in any language.
    { title: m.invoices_supplier(), party: doc.supplier, lang: 'en' },
    { title: m.invoices_bill_to(), party: doc.billTo, lang: undefined },
  ]
  return (
    <div className="grid gap-5 border-line border-y py-5 help:grid-cols-2 print:grid-cols-2">
      {parties.map(({ title, party, lang }) => (
        <section key={title} className="grid content-start gap-0.5">
          <h3 className="text-label text-subtle">{title}</h3>
          <p lang={lang} className="font-semibold">
            {party.name}
          </p>
          <p lang={lang} className="whitespace-pre-line break-words text-muted text-support">
            {party.address}
          </p>
          {party.gstIn && <p className="tabular text-support">{m.invoices_gstin({ gstin: party.gstIn })}</p>}
        </section>
      ))}
      <p className="text-support">
        <span className="text-subtle">{m.invoices_place_of_supply()}: </span>
        <span lang="en">{doc.placeOfSupply}</span>
      </p>
    </div>
  )
}

/** The sums, with each kind of tax: CGST and SGST within a state, IGST across states. */
function Sums({ doc }: { doc: InvoiceDoc }) {
  const taxes = [
    [m.invoices_cgst(), doc.cgst],
    [m.invoices_sgst(), doc.sgst],
    [m.invoices_igst(), doc.igst],
  ] as const
  const { ahead, since } = paidParts(doc)
  return (
    <div className="desktop:ml-auto desktop:w-96 print:ml-auto print:w-96">
      <AmountList>
        <AmountRow label={m.invoices_taxable()} value={doc.taxable} />
        {taxes.map(([label, value]) => value !== 0 && <AmountRow key={label} label={label} value={value} />)}
        {doc.roundOff !== 0 && (
          <AmountRow label={m.invoices_round_off()} note={roundOffWords(doc)} value={doc.roundOff} />
        )}
        <AmountRow label={isCreditNote(doc) ? m.invoices_credit_total() : m.invoices_total()} value={doc.total} total />
        {doc.credited > 0 && <AmountRow label={m.invoices_credited()} value={-doc.credited} />}
        {ahead > 0 && <AmountRow label={m.invoices_by_advance()} value={-ahead} />}
        {since > 0 && <AmountRow label={m.invoices_paid()} value={-since} />}
        {doc.openLateFees > 0 && <AmountRow label={m.invoices_late_fees()} value={doc.openLateFees} />}
        {(owedOn(doc) > 0 || doc.credited + doc.amountPaid > 0) && (
          <AmountRow label={m.invoices_outstanding()} value={owedOn(doc)} total />
        )}
      </AmountList>
    </div>
  )
}
