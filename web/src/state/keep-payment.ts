import { anyOpenPayment, isFresh, type OpenPayment, writeOpenPayment } from './open-payment'

// Apart from what reads it: home needs none of this before somebody pays.

/** A sheet does not take the place of a payment whose outcome is not known, unless somebody goes on with that one. */
export function rememberOpenPayment(payment: OpenPayment): void {
  const kept = anyOpenPayment()
  const mayWait = kept?.stage === 'gateway' && isFresh(kept, payment.customerId, payment.startedAt) ? kept : undefined
  const isSame = mayWait?.transaction.rmTransactionId === payment.transaction?.rmTransactionId
  if (payment.stage === 'gateway') writeOpenPayment({ ...payment, earlier: isSame ? mayWait?.earlier : mayWait })
  else if (!mayWait || (isSame && !mayWait.doubt && !mayWait.earlier))
    writeOpenPayment({ ...payment, place: window.location.pathname })
}

/** Its outcome is known: forgets this transaction, and no other. */
export function forgetOpenPayment(rmTransactionId: number): void {
  forget(({ transaction }) => transaction?.rmTransactionId === rmTransactionId)
}

/** What is on screen is over: forgets its transaction, and the sheet. A payment that still waits for its outcome stays. */
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
