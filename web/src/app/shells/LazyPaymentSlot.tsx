import { useEffect } from 'react'
import { late } from '#/kit/Late'
import { afterFirstScreen } from '#/platform/first-screen'
import { usePaymentRequest } from '#/platform/payment-request'
import { tellPaymentMissing } from './payment-missing'

const load = () => import('./PaymentSlot').then((module) => ({ default: module.PaymentSlot }))

/** Arrives after the page; a payment that is asked for before waits in platform/payment-request. */
export const LazyPaymentSlot = late<object>('payment slot', () => afterFirstScreen(load), {
  failed: ({ retry }) => <PaymentMissing onGone={retry} />,
})

/** Nothing has been charged: whoever asks to pay is told, and the next try loads it once more. */
function PaymentMissing({ onGone }: { onGone(): void }) {
  const asked = usePaymentRequest() !== undefined
  useEffect(() => {
    if (asked) tellPaymentMissing(onGone)
  }, [asked, onGone])
  return null
}
