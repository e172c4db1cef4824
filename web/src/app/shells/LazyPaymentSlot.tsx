import { late } from '#/kit/Late'
import { afterFirstScreen } from '#/platform/first-screen'
import { PaymentMissing } from './PaymentMissing'

const load = () => import('./PaymentSlot').then((module) => ({ default: module.PaymentSlot }))

/** Arrives after the page; a payment that is asked for before waits in state/payment-request. */
export const LazyPaymentSlot = late<object>('payment slot', () => afterFirstScreen(load), {
  failed: (failure) => <PaymentMissing {...failure} />,
})
