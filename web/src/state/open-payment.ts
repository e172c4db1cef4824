import { cameByLink } from '#/platform/arrival'
import { markMoved, OPEN_PAYMENT_KEY, OPEN_PAYMENT_MS } from './payment-mark'

const TYPES = ['due', 'deposit', 'advance-rent'] as const

interface Request {
  customerId: number
  type: (typeof TYPES)[number]
  autoDebit: boolean
  /** Of rent in advance. */
  months?: number
  /** In milliseconds since 1970. */
  startedAt: number
  /** The gateway has said "success", and nobody knows more: only checking again is offered. */
  doubt?: 'silent'
}

interface Transaction {
  rmTransactionId: number
  uniqueId: string
  amountPaise: number
}

/**
 * The payment of this tab; it survives a reload and the way to a gateway and back. At the stage `sheet` somebody was
 * choosing how to pay, and nothing was opened: a reload of that page opens the sheet again, any other page does not. From
 * `gateway` on money may be on its way, and it is kept until its outcome is known: another one that is opened meanwhile
 * keeps it as `earlier`. `place` is the page on which the sheet is open.
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

/** Checked by hand: home reads this, and a schema would bring its library along before anybody pays. */
function isOpenPayment(kept: unknown): kept is OpenPayment {
  const { stage, place, transaction, earlier, ...request } = (kept ?? {}) as Unknown<Request> & Record<string, unknown>
  const { customerId, type, autoDebit, months, startedAt, doubt } = request
  const isRequest =
    typeof customerId === 'number' &&
    TYPES.some((known) => known === type) &&
    typeof autoDebit === 'boolean' &&
    (months === undefined || typeof months === 'number') &&
    typeof startedAt === 'number' &&
    (doubt === undefined || doubt === 'silent')
  if (!isRequest || (transaction !== undefined && !isTransaction(transaction))) return false
  if (stage === 'sheet') return place === undefined || typeof place === 'string'
  return stage === 'gateway' && transaction !== undefined && (earlier === undefined || isOpenPayment(earlier))
}

export function writeOpenPayment(payment: OpenPayment | undefined): void {
  try {
    if (payment) window.sessionStorage.setItem(OPEN_PAYMENT_KEY, JSON.stringify(payment))
    else window.sessionStorage.removeItem(OPEN_PAYMENT_KEY)
    markMoved()
  } catch {
    // Without storage a reload starts fresh; the server still refuses a second charge.
  }
}

/** It belongs to this person and is not stale. */
export function isFresh(open: OpenPayment, customerId: number, now: number): boolean {
  return open.customerId === customerId && now - open.startedAt < OPEN_PAYMENT_MS
}

/** The payment to go on with, if it belongs to this person and is not stale. */
export function readOpenPayment(customerId: number, now = Date.now()): OpenPayment | undefined {
  const open = anyOpenPayment()
  if (!open || !isFresh(open, customerId, now)) return undefined
  if (open.stage === 'sheet' && (open.place !== window.location.pathname || cameByLink())) {
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
