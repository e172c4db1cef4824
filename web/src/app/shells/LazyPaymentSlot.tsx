import { lazy, Suspense } from 'react'
import { Boundary } from '../error/Boundary'

const PaymentSlot = lazy(() => import('./PaymentSlot').then((module) => ({ default: module.PaymentSlot })))

/** Arrives after the page; a payment that is asked for before waits in platform/payment-request. */
export function LazyPaymentSlot() {
  return (
    <Boundary place="payment slot" fallback={() => null}>
      <Suspense>
        <PaymentSlot />
      </Suspense>
    </Boundary>
  )
}
