import { type PaymentEvent, reduce } from './machine'
import { currentPayment, setPayment } from './store'

/** Applies an event. Returns false if the current phase ignores it. */
export function dispatch(event: PaymentEvent): boolean {
  const next = reduce(currentPayment(), event)
  if (next === currentPayment()) return false
  setPayment(next)
  return true
}
