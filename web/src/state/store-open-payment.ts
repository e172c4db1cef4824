import { anyOpenPayment, isFresh, type OpenPayment, writeOpenPayment } from './open-payment'

// Separate from the code that reads the payment, because home needs none of this before somebody pays.

/**
 * Stores the open payment. A sheet does not replace a payment whose outcome is not known, unless the customer
 * goes on with that very payment.
 */
export function storeOpenPayment(payment: OpenPayment): void {
  const kept = anyOpenPayment()
  const mayWait = kept?.stage === 'gateway' && isFresh(kept, payment.customerId, payment.startedAt) ? kept : undefined
  const isSame = mayWait?.transaction.rmTransactionId === payment.transaction?.rmTransactionId
  if (payment.stage === 'gateway') writeOpenPayment({ ...payment, earlier: isSame ? mayWait?.earlier : mayWait })
  else if (!mayWait || (isSame && !mayWait.unknownReason && !mayWait.earlier))
    writeOpenPayment({ ...payment, place: window.location.pathname })
}

/** Forgets this transaction, and no other, because its outcome is known. */
export function forgetOpenPayment(rmTransactionId: number): void {
  forget(({ transaction }) => transaction?.rmTransactionId === rmTransactionId)
}

/** Forgets the transaction on screen and the sheet. A payment that waits for its outcome stays stored. */
export function forgetPaymentOnScreen(rmTransactionId?: number): void {
  forget(({ stage, transaction }) => stage === 'sheet' || transaction.rmTransactionId === rmTransactionId)
}

function forget(isOver: (payment: OpenPayment) => boolean): void {
  const without = (payment?: OpenPayment): OpenPayment | undefined => {
    const earlier = payment?.stage === 'gateway' ? payment.earlier : undefined
    if (!payment || isOver(payment)) return earlier
    return payment.stage === 'gateway' ? { ...payment, earlier: without(earlier) } : payment
  }
  writeOpenPayment(without(anyOpenPayment()))
}
