import { useAppConfig } from '#/api/config'
import { m } from '#/copy'
import { formatRupees } from '#/shared/money'
import { AmountList, AmountRow } from '#/ui/AmountRow'
import { Disclosure } from '#/ui/Disclosure'
import { howWords } from '../how'
import { type InvoiceDoc, isCreditNote, isPayable } from '../model'
import { day, matchWords } from '../words'
import { InvoiceLink } from './InvoiceLink'

/** How the figures of an invoice came about, which payments it was paid by, and its late fees. */
export function InvoiceExplained({ doc }: { doc: InvoiceDoc }) {
  return (
    <section className="grid gap-2 rounded-card bg-surface p-5 desktop:p-6 print:hidden">
      <Disclosure summary={isCreditNote(doc) ? m.invoices_how_credit_title() : m.invoices_how_title()}>
        <ol className="grid list-decimal gap-2 pl-5 text-muted text-support">
          {howWords(doc).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ol>
      </Disclosure>
      {isPayable(doc) && (
        <Disclosure summary={m.invoices_payments_matched()} open={doc.payments.length > 0}>
          <PaymentsMatched doc={doc} />
        </Disclosure>
      )}
      {doc.creditNotes.length > 0 && (
        <Disclosure summary={m.invoices_credit_notes()} open>
          <AmountList>
            <CreditNoteRows doc={doc} />
          </AmountList>
        </Disclosure>
      )}
      {doc.lateFees.length > 0 && (
        <Disclosure summary={m.invoices_late_fees()} open>
          <LateFeeRows doc={doc} />
          <LateFeeRule doc={doc} />
        </Disclosure>
      )}
    </section>
  )
}

function PaymentsMatched({ doc }: { doc: InvoiceDoc }) {
  if (doc.payments.length === 0) return <p className="text-muted text-support">{m.invoices_no_payments()}</p>
  return (
    <AmountList>
      <PaymentRows doc={doc} />
    </AmountList>
  )
}

export function PaymentRows({ doc }: { doc: InvoiceDoc }) {
  const { walletName } = useAppConfig()
  return doc.payments.map((payment) => {
    const { date, description, amount } = payment
    const key = `${date}${description}${amount}`
    return <AmountRow key={key} label={matchWords(payment, walletName)} note={day(date)} value={-amount} />
  })
}

export function CreditNoteRows({ doc }: { doc: InvoiceDoc }) {
  return doc.creditNotes.map(({ invoiceId, invoiceNumber, date, amount }) => (
    <AmountRow
      key={invoiceId}
      label={<InvoiceLink invoiceId={invoiceId}>{invoiceNumber}</InvoiceLink>}
      note={day(date)}
      value={-Math.abs(amount)}
    />
  ))
}

const waivedReasons = {
  paid_in_time: m.invoices_late_fee_paid_in_time,
  invoice_credited: m.invoices_late_fee_invoice_credited,
  payment_taken_back: m.invoices_late_fee_payment_taken_back,
}

/** How late fees are computed. */
export function LateFeeRule({ doc: { lateFeeRule } }: { doc: InvoiceDoc }) {
  const { percent, least, most, capPercent } = lateFeeRule
  return (
    <p className="text-label text-muted">
      {m.invoices_late_fee_rule({ percent, least: formatRupees(least), most: formatRupees(most) })}{' '}
      {capPercent > 0 && m.invoices_late_fee_cap({ percent: capPercent })}
    </p>
  )
}

export function LateFeeRows({ doc }: { doc: InvoiceDoc }) {
  return (
    <AmountList>
      {doc.lateFees.map(({ date, days, base, amount, waivedCode }) => (
        <AmountRow
          key={`${date}${amount}`}
          label={m.invoices_late_fee_on({ date: day(date) })}
          note={
            waivedCode
              ? m.invoices_late_fee_waived({ reason: waivedReasons[waivedCode]() })
              : m.invoices_late_fee_how({ days, base: formatRupees(base) })
          }
          value={amount}
        />
      ))}
    </AmountList>
  )
}
