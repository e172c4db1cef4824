/** Tells the other tabs of this browser that money has moved, so that none of them shows old dues. */
const CHANNEL = 'payments'

export function announcePayment(): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('paid')
  channel.close()
}

export function listenForPaymentElsewhere(onPaid: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {}
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = onPaid
  return () => channel.close()
}
