/** Tells the other tabs of this browser that money has moved, so that no tab shows outdated dues. */
const CHANNEL = 'payments'

/** One channel to send and listen: a channel does not hear itself, but a second one in this page would. */
let channel: BroadcastChannel | undefined

function open(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined
  channel ??= new BroadcastChannel(CHANNEL)
  return channel
}

export function announcePayment(): void {
  open()?.postMessage('paid')
}

export function listenForPaymentElsewhere(onPaid: () => void): () => void {
  const heard = open()
  heard?.addEventListener('message', onPaid)
  return () => heard?.removeEventListener('message', onPaid)
}
