import { m } from '#/copy'
import type { InvoiceDoc } from './model'

type Explained = Pick<InvoiceDoc, 'type' | 'purpose' | 'total' | 'tax' | 'items'>

/** Explains how the figures of a document came about. Every sentence is true for this document. */
export function howWords(doc: Explained): string[] {
  const words: Record<InvoiceDoc['purpose'], () => string[]> = {
    rent: () => [m.invoices_how_1(), m.invoices_how_2(), m.invoices_how_gst(), totalWords(doc)],
    early_closure: () => [
      m.close_calculation_text(),
      m.close_calculation_ac(),
      m.close_calculation_tax(),
      totalWords(doc),
    ],
    damage: () => [m.invoices_how_damage(), m.invoices_how_gst(), totalWords(doc)],
    charge: () => [m.invoices_how_charge(), m.invoices_how_gst(), totalWords(doc)],
    lost_discount: () => [m.invoices_how_lost_discount(), m.invoices_how_gst(), totalWords(doc)],
    late_fee: () => [m.invoices_how_late_fee(), m.invoices_how_late_fee_gst()],
    credit: () => [m.invoices_how_credit(), creditTaxWords(doc)],
  }
  return words[doc.purpose]()
}

/** Only monthly invoices are rounded to whole rupees, and only if the company chose so. */
function totalWords({ type, total }: Explained): string {
  return type === 'rental' && Number.isInteger(total) ? m.invoices_how_whole() : m.invoices_how_exact()
}

function creditTaxWords({ tax, items }: Explained): string {
  const taxable = items.some(({ gstRate }) => gstRate > 0)
  return taxable && tax === 0 ? m.invoices_how_credit_no_gst() : m.invoices_how_credit_gst()
}

/** Why a document has a round-off. */
export function roundOffWords({ type }: Pick<InvoiceDoc, 'type'>): string {
  if (type === 'late_fee') return m.invoices_round_off_fee()
  if (type === 'credit_note') return m.invoices_round_off_credit()
  return m.invoices_round_off_note()
}
