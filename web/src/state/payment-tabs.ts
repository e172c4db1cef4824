/** Tells the other tabs of this browser that money has moved, so that none of them shows old dues. */
const CHANNEL = 'payments'

/** One channel for sending and hearing: a channel never hears itself, two of them in one page would. */
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
