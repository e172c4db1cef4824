import { isOpenedByLink } from '#/platform/navigation-type'
import { OPEN_PAYMENT_KEY, OPEN_PAYMENT_MS, openPaymentChanged } from './open-payment-status'

const TYPES = ['due', 'deposit', 'advance-rent'] as const

interface Request {
  customerId: number
  type: (typeof TYPES)[number]
  autoDebit: boolean
  /** Only for rent in advance. */
  months?: number
  /** Milliseconds since the epoch. */
  startedAt: number
  /** The gateway said "success", and nothing more is known. The app only offers to check again. */
  unknownReason?: 'silent'
}

interface Transaction {
  rmTransactionId: number
  uniqueId: string
  amountPaise: number
}

/**
 * The payment of this tab. It survives a reload, and the redirect to a gateway and back.
 * `sheet`: the customer was choosing how to pay, and nothing was opened. `place` is the page with the sheet.
 * A reload of that page reopens the sheet. Any other page drops it.
 * `gateway`: money may be on its way, so the payment is kept until its outcome is known.
 * A payment that is opened in the meantime keeps this one as `earlier`.
 */
export type OpenPayment = Request &
  (
    | { stage: 'sheet'; transaction?: Transaction; place?: string }
    | { stage: 'gateway'; transaction: Transaction; earlier?: OpenPayment }
  )

type Unknown<T> = { [Name in keyof T]?: unknown }

function isTransaction(kept: unknown): boolean {
  const { rmTransactionId, uniqueId, amountPaise } = (kept ?? {}) as Unknown<Transaction>
  return typeof rmTransactionId === 'number' && typeof uniqueId === 'string' && typeof amountPaise === 'number'
}

/** Validated by hand: home reads this, and a schema would load its library before anybody pays. */
function isOpenPayment(kept: unknown): kept is OpenPayment {
  const { stage, place, transaction, earlier, ...request } = (kept ?? {}) as Unknown<Request> & Record<string, unknown>
  const { customerId, type, autoDebit, months, startedAt, unknownReason } = request
  const isRequest =
    typeof customerId === 'number' &&
    TYPES.some((known) => known === type) &&
    typeof autoDebit === 'boolean' &&
    (months === undefined || typeof months === 'number') &&
    typeof startedAt === 'number' &&
    (unknownReason === undefined || unknownReason === 'silent')
  if (!isRequest || (transaction !== undefined && !isTransaction(transaction))) return false
  if (stage === 'sheet') return place === undefined || typeof place === 'string'
  return stage === 'gateway' && transaction !== undefined && (earlier === undefined || isOpenPayment(earlier))
}

export function writeOpenPayment(payment: OpenPayment | undefined): void {
  try {
    if (payment) window.sessionStorage.setItem(OPEN_PAYMENT_KEY, JSON.stringify(payment))
    else window.sessionStorage.removeItem(OPEN_PAYMENT_KEY)
    openPaymentChanged()
  } catch {
    // Without storage, a reload starts fresh. The server still refuses a second charge.
  }
}

/** Whether the payment belongs to this customer and is not stale. */
export function isFresh(open: OpenPayment, customerId: number, now: number): boolean {
  return open.customerId === customerId && now - open.startedAt < OPEN_PAYMENT_MS
}

/** The payment to resume, if it belongs to this customer and is not stale. */
export function readOpenPayment(customerId: number, now = Date.now()): OpenPayment | undefined {
  const open = anyOpenPayment()
  if (!open || !isFresh(open, customerId, now)) return undefined
  if (open.stage === 'sheet' && (open.place !== window.location.pathname || isOpenedByLink())) {
    writeOpenPayment(undefined)
    return undefined
  }
  return open
}

export function anyOpenPayment(): OpenPayment | undefined {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(OPEN_PAYMENT_KEY) ?? 'null')
    return isOpenPayment(kept) ? kept : undefined
  } catch {
    return undefined
  }
}
