import type { RentalOption } from '#/api/advance-rent'
import { type EasyPaymentMeta, keyOf, type MandateCard, type MandateCards } from '#/api/auto-debit'
import type { DashboardData } from '#/api/dashboard'
import { m } from '#/copy'
import { formatDay, formatTime } from '#/kit/dates'
import { fromMinorUnits } from '#/shared/money'

/** Rupees that may be debited where nobody has named them. */
export const DEFAULT_MANDATE_AMOUNT = 5000

/** Auto debit can be set up by whoever has something to pay by it, and a way to do so. */
export function isOffered({ autoDebit, liveItemInvoiceAmount }: EasyPaymentMeta): boolean {
  return autoDebit.paymentOptions.length > 0 && liveItemInvoiceAmount > 0
}

/** What can be set up is shown, and what is there: it can be removed whatever is rented. */
export const showsAutoDebit = (meta: EasyPaymentMeta, { cards }: MandateCards): boolean =>
  isOffered(meta) || cards.length > 0

/** Rent in advance is offered to whoever rents something. */
export const showsAdvance = (
  { advanceRental }: EasyPaymentMeta,
  { hasLiveOrder }: Pick<DashboardData, 'hasLiveOrder'>,
) => hasLiveOrder && advanceRental.maxDiscountPercentage > 0

/** The label by which the contract knows what is due; every other option is months in advance. */
export const isDue = ({ label }: RentalOption) => label === 'Due Amount'

/** The one by which rent is debited. */
export function activeCard({ cards, activeCardId, activeGatewayType }: MandateCards): MandateCard | undefined {
  return cards.find(
    ({ cardId, gatewayType }) =>
      cardId === activeCardId && (activeGatewayType === undefined || gatewayType === activeGatewayType),
  )
}

/** Rupees that may be debited at once. */
export function mandateAmount({ mandateAmount: rupees, metaData }: MandateCard): number {
  if (rupees !== undefined) return rupees
  return metaData.max_amount === undefined ? DEFAULT_MANDATE_AMOUNT : fromMinorUnits(metaData.max_amount)
}

/** "XXXX XXXX XXXX 4242" of a card or account; undefined without its last digits. */
export function maskedNumber({ cardNumber, metaData: { last4, masked_value } }: MandateCard): string | undefined {
  const digits = cardNumber || last4 || /\d{1,4}$/.exec(masked_value ?? '')?.[0]
  return digits && `XXXX XXXX XXXX ${digits}`
}

export const upiId = ({ upi, metaData }: MandateCard): string | undefined => upi || metaData.vpa

/** Until when it may be debited, as the screens say it. */
export function expiry({
  expDate,
  metaData: { expiry_month, expiry_year, end_date },
}: MandateCard): string | undefined {
  if (expDate) return formatDay(dayIn(expDate)) ?? expDate
  if (expiry_month && expiry_year) return `${expiry_month.padStart(2, '0')}/${expiry_year}`
  return end_date && (formatDay(dayIn(end_date)) ?? end_date)
}

/** A day or an instant; anything else, such as 09/29, is shown as it is. */
function dayIn(text: string): string | undefined {
  return /^\d{4}-\d{2}-\d{2}/.test(text) ? text : undefined
}

/** The day on which the active one is debited next, with the time from which on it is, as far as they are known. */
export function nextDebit({ nextDebitDate, nextDebitTime }: MandateCards): string | undefined {
  const date = formatDay(nextDebitDate)
  if (!date || !nextDebitTime) return date
  return m.easy_payment_next_from({ date, time: formatTime(nextDebitTime) })
}

const methods: Readonly<Record<MandateCard['method'], () => string>> = {
  upi: m.easy_payment_method_upi,
  card: m.easy_payment_method_card,
  emandate: m.easy_payment_method_bank,
  nach: m.easy_payment_method_nach,
}

/** UPI, Card. */
export const methodName = ({ method }: MandateCard): string => methods[method]()

const states: Partial<Record<MandateCard['status'], () => string>> = {
  initiated: m.easy_payment_waiting,
  paused: m.easy_payment_paused,
  cancelling: m.easy_payment_ending,
}

/** Why nothing is debited by it now, such as that the customer has it rest at the bank. */
export const stateWord = ({ status }: MandateCard): string | undefined => states[status]?.()

/** The bank has yet to say yes to it. */
export const isWaiting = ({ status }: MandateCard): boolean => status === 'initiated'

/** Whether rent can be debited by it. */
export const isUsable = ({ status }: MandateCard): boolean => status === 'confirmed'

/** One that is being removed needs no removing. */
export const isRemovable = ({ status }: MandateCard): boolean => status !== 'cancelling'

export const cardTitle = (card: MandateCard): string => card.cardName || methodName(card)

export function isActive(card: MandateCard, cards: MandateCards): boolean {
  const active = activeCard(cards)
  return active !== undefined && keyOf(active) === keyOf(card)
}

/** Which one is debited is news that is read longer than that one is gone or new. */
export const NEXT_TOAST_MS = 5000

/** Those that stay when one is removed, and by which rent can be debited. */
const staying = (card: MandateCard, { cards }: MandateCards) =>
  cards.filter((other) => isUsable(other) && keyOf(other) !== keyOf(card))

export const isOneOfMore = (card: MandateCard, cards: MandateCards): boolean => staying(card, cards).length > 0

/** One of several, told apart by its number or UPI id. */
export const nameOf = (card: MandateCard): string =>
  [cardTitle(card), upiId(card) ?? maskedNumber(card)].filter(Boolean).join(' ')

/** By what rent is debited once this one is removed: no other takes its place by itself. */
export function whatIsDebitedThen(card: MandateCard, cards: MandateCards): string {
  const active = activeCard(cards)
  if (active && isUsable(active) && keyOf(active) !== keyOf(card)) {
    return m.easy_payment_remove_other({ other: nameOf(active) })
  }
  const [next] = staying(card, cards)
  return next ? m.easy_payment_remove_choose({ other: nameOf(next) }) : m.easy_payment_remove_none()
}
