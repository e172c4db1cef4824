import type { RentalOption } from '#/api/advance-rent'
import { type EasyPaymentMeta, keyOf, type MandateCard, type MandateCards } from '#/api/auto-debit'
import type { DashboardData } from '#/api/dashboard'
import { m } from '#/copy'
import { formatDay, formatTime } from '#/kit/dates'
import { fromMinorUnits } from '#/shared/money'

/** The limit of a debit, in rupees, if none is stated. */
export const DEFAULT_MANDATE_AMOUNT = 5000

/** Auto debit can be set up if there is something to pay and a payment method for it. */
export function isOffered({ autoDebit, liveItemInvoiceAmount }: EasyPaymentMeta): boolean {
  return autoDebit.paymentOptions.length > 0 && liveItemInvoiceAmount > 0
}

/** Auto debit is shown if it can be set up, or if a mandate exists, which can always be removed. */
export const showsAutoDebit = (meta: EasyPaymentMeta, { cards }: MandateCards): boolean =>
  isOffered(meta) || cards.length > 0

/** Rent in advance is offered to customers who rent something. */
export const showsAdvance = (
  { advanceRental }: EasyPaymentMeta,
  { hasLiveOrder }: Pick<DashboardData, 'hasLiveOrder'>,
) => hasLiveOrder && advanceRental.maxDiscountPercentage > 0

/** The contract marks what is due by this label. Every other option is months in advance. */
export const isDue = ({ label }: RentalOption) => label === 'Due Amount'

/** The mandate by which rent is debited. */
export function activeCard({ cards, activeCardId, activeGatewayType }: MandateCards): MandateCard | undefined {
  return cards.find(
    ({ cardId, gatewayType }) =>
      cardId === activeCardId && (activeGatewayType === undefined || gatewayType === activeGatewayType),
  )
}

/** The limit of a single debit, in rupees. */
export function mandateAmount({ mandateAmount: rupees, metaData }: MandateCard): number {
  if (rupees !== undefined) return rupees
  return metaData.max_amount === undefined ? DEFAULT_MANDATE_AMOUNT : fromMinorUnits(metaData.max_amount)
}

/** "XXXX XXXX XXXX 4242" for a card or account. Undefined if the last digits are unknown. */
export function maskedNumber({ cardNumber, metaData: { last4, masked_value } }: MandateCard): string | undefined {
  const digits = cardNumber || last4 || /\d{1,4}$/.exec(masked_value ?? '')?.[0]
  return digits && `XXXX XXXX XXXX ${digits}`
}

export const upiId = ({ upi, metaData }: MandateCard): string | undefined => upi || metaData.vpa

/** Until when the mandate is valid, formatted for display. */
export function expiry({
  expDate,
  metaData: { expiry_month, expiry_year, end_date },
}: MandateCard): string | undefined {
  if (expDate) return formatDay(dayIn(expDate)) ?? expDate
  if (expiry_month && expiry_year) return `${expiry_month.padStart(2, '0')}/${expiry_year}`
  return end_date && (formatDay(dayIn(end_date)) ?? end_date)
}

/** The text if it starts with a date. Other texts, such as 09/29, are shown as they are. */
function dayIn(text: string): string | undefined {
  return /^\d{4}-\d{2}-\d{2}/.test(text) ? text : undefined
}

/** The day of the next debit by the active mandate, with its earliest time, as far as they are known. */
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

/** "UPI", "Card" and so on. */
export const methodName = ({ method }: MandateCard): string => methods[method]()

const states: Partial<Record<MandateCard['status'], () => string>> = {
  initiated: m.easy_payment_waiting,
  paused: m.easy_payment_paused,
  cancelling: m.easy_payment_ending,
}

/** Why the mandate cannot be debited now, for example because the customer has paused it at the bank. */
export const stateWord = ({ status }: MandateCard): string | undefined => states[status]?.()

/** The bank has not approved the mandate yet. */
export const isWaiting = ({ status }: MandateCard): boolean => status === 'initiated'

/** Whether rent can be debited by this mandate. */
export const isUsable = ({ status }: MandateCard): boolean => status === 'confirmed'

/** A mandate that is already being removed cannot be removed again. */
export const isRemovable = ({ status }: MandateCard): boolean => status !== 'cancelling'

export const cardTitle = (card: MandateCard): string => card.cardName || methodName(card)

export function isActive(card: MandateCard, cards: MandateCards): boolean {
  const active = activeCard(cards)
  return active !== undefined && keyOf(active) === keyOf(card)
}

/** Milliseconds. A toast about which mandate is debited next takes longer to read. */
export const NEXT_TOAST_MS = 5000

/** The mandate by which rent is debited if the customer chooses it in place of the active one. The server says which suffice. */
export const choiceOf = (cards: MandateCards): MandateCard | undefined =>
  cards.cards.find((card) => isUsable(card) && !card.tooLow && !isActive(card, cards))

/** The usable mandates that remain when this one is removed. */
const staying = (card: MandateCard, { cards }: MandateCards) =>
  cards.filter((other) => isUsable(other) && keyOf(other) !== keyOf(card))

export const isOneOfMore = (card: MandateCard, cards: MandateCards): boolean => staying(card, cards).length > 0

/** The name of one of several mandates, with its number or UPI id. */
export const nameOf = (card: MandateCard): string =>
  [cardTitle(card), upiId(card) ?? maskedNumber(card)].filter(Boolean).join(' ')

/** How rent is debited once this mandate is removed. No other mandate replaces it automatically. */
export function whatIsDebitedThen(card: MandateCard, cards: MandateCards): string {
  const active = activeCard(cards)
  if (active && isUsable(active) && keyOf(active) !== keyOf(card)) {
    return m.easy_payment_remove_other({ other: nameOf(active) })
  }
  const next = staying(card, cards).find(({ tooLow }) => !tooLow)
  return next ? m.easy_payment_remove_choose({ other: nameOf(next) }) : m.easy_payment_remove_none()
}
