import type { EasyPaymentMeta, MandateCard, MandateCards } from '#/api/auto-debit'
import { m } from '#/copy'
import { formatDay } from '#/kit/dates'
import { fromMinorUnits } from '#/shared/money'

/** Rupees that may be debited where nobody has named them. */
export const DEFAULT_MANDATE_AMOUNT = 5000

/** Auto debit can be set up by whoever has something to pay by it, and a way to do so. */
export function isOffered({ autoDebit, liveItemInvoiceAmount }: EasyPaymentMeta): boolean {
  return autoDebit.paymentOptions.length > 0 && liveItemInvoiceAmount > 0
}

/** What can be set up is shown, and what is there: it can be removed whatever is rented (decision 0071). */
export const showsAutoDebit = (meta: EasyPaymentMeta, { cards }: MandateCards): boolean =>
  isOffered(meta) || cards.length > 0

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

/** Whether rent can be debited by it. */
export const isUsable = ({ status }: MandateCard): boolean => status === 'confirmed'

/** One that is being removed needs no removing. */
export const isRemovable = ({ status }: MandateCard): boolean => status !== 'cancelling'

export const cardTitle = (card: MandateCard): string => card.cardName || methodName(card)
