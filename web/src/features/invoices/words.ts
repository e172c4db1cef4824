import { m } from '#/copy'
import { formatDay } from '#/kit/dates'
import { formatRupees } from '#/shared/money'
import { type Invoice, type InvoiceDoc, type InvoiceItem, isProrated, type LedgerEntry, lastDay } from './model'

export function typeWord(type: string): string {
  const words: Record<string, () => string> = {
    rental: m.invoices_type_rental,
    adjustment: m.invoices_type_adjustment,
    late_fee: m.invoices_type_late_fee,
    credit_note: m.invoices_type_credit_note,
  }
  return words[type]?.() ?? m.invoices_type_adjustment()
}

export function day(value: string | null | undefined): string {
  return formatDay(value) ?? m.kit_not_available()
}

/** "1 Oct 2026 to 31 Oct 2026", or undefined if there is no period, as for a one-time charge. */
export function periodWords(from: string | null, to: string | null): string | undefined {
  const last = lastDay(to)
  return from && last && from <= last ? m.invoices_period({ from: day(from), to: day(last) }) : undefined
}

export function invoicePeriod({ periodFrom, periodTo }: Invoice): string | undefined {
  return periodWords(periodFrom, periodTo)
}

/**
 * What a line is for. On a credit note, the reason for the credit comes first.
 * Text written by staff stays as they wrote it. A line without a purpose shows its name as issued.
 */
export function lineWords({
  name,
  purpose,
  product = '',
  written = '',
  feeOf = '',
  reason,
}: Pick<InvoiceItem, 'name' | 'purpose' | 'product' | 'written' | 'feeOf' | 'reason'>): string {
  if (!purpose) return name
  const words: Record<typeof purpose, () => string> = {
    rent: () => product,
    early_closure: () => m.invoices_line_early_closure({ product }),
    damage: () => `${product}: ${written}`,
    charge: () => written,
    lost_discount: () => m.invoices_line_lost_discount({ product }),
    late_fee: () => m.invoices_line_late_fee({ number: feeOf }),
  }
  const line = words[purpose]()
  return reason ? `${reasonWords(reason)}: ${line}` : line
}

function reasonWords({ code, day: on, written = '' }: NonNullable<InvoiceItem['reason']>): string {
  const words: Record<typeof code, () => string> = {
    picked_up: () => m.invoices_reason_picked_up({ date: day(on) }),
    terms_changed: () => m.invoices_reason_terms_changed({ date: day(on) }),
    pickup_put_off: m.invoices_reason_pickup_put_off,
    credited_before: m.invoices_reason_credited_before,
    request_taken_back: m.invoices_reason_request_taken_back,
    written: () => written,
  }
  return words[code]()
}

/** What a payment was for. */
export function purposeWords({
  kind,
  description,
  isNotBack,
}: Pick<LedgerEntry, 'kind' | 'description' | 'isNotBack'>): string {
  const words: Record<LedgerEntry['kind'], () => string> = {
    due: m.invoices_for_dues,
    deposit: m.invoices_for_deposit,
    'advance-rent': m.invoices_for_advance,
    refund: isNotBack ? m.invoices_for_not_back : m.invoices_for_second,
  }
  return words[kind]?.() ?? description
}

/** What paid an invoice. A kind that this app does not know keeps the ledger's description. */
export function matchWords({ kind, reference, description }: InvoiceDoc['payments'][number], wallet: string): string {
  const words: Partial<Record<typeof kind, () => string>> = {
    payment: m.invoices_by_payment,
    wallet: () => m.invoices_by_wallet({ wallet }),
    credit_note: () => m.invoices_by_credit_note({ number: reference ?? '' }),
    refund: m.invoices_by_refund,
    gift: m.invoices_by_gift,
    advance: m.invoices_by_advance,
  }
  return words[kind]?.() ?? description
}

/** The methods that the server knows (`PaymentMethods` of `internal/provider/method.go`). */
const methodWords: Record<string, () => string> = {
  upi: m.invoices_mode_upi,
  card: m.invoices_mode_card,
  netbanking: m.invoices_mode_netbanking,
  wallet: m.invoices_mode_wallet,
  emandate: m.invoices_mode_netbanking,
  nach: m.invoices_mode_nach,
  transfer: m.invoices_mode_transfer,
}

/** The payment method in our words. What follows the gateway's word (a masked number) is kept. */
function modeWords(mode: string): string {
  return mode
    .replace(/^\w+/, (word) => methodWords[word.toLowerCase()]?.() ?? word)
    .replace(/ and wallet\b/, () => ` + ${m.invoices_mode_wallet()}`)
}

/** How a payment was made. A debit by mandate is called Auto Debit, with its account. */
export function paidBy({ mode, isAutoDebit }: Pick<LedgerEntry, 'mode' | 'isAutoDebit'>): string {
  return [isAutoDebit && m.invoices_mode_auto_debit(), mode && modeWords(mode)].filter(Boolean).join(' · ')
}

/** "14 of 30 days at ₹1,499 a month", and the discount if there is one. */
export function prorationWords(item: InvoiceItem): string | undefined {
  const discount = item.discount > 0 && m.invoices_line_discount({ amount: formatRupees(-item.discount) })
  return [daysWords(item), discount].filter(Boolean).join(' · ') || undefined
}

function daysWords(item: InvoiceItem): string | undefined {
  if (!isProrated(item)) return undefined
  const { days, monthDays } = item
  const rate = formatRupees(item.rate)
  return days === monthDays ? m.invoices_full_month({ rate }) : m.invoices_days_of_month({ days, monthDays, rate })
}
