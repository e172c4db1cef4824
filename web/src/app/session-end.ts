import type { QueryClient } from '@tanstack/react-query'
import { listenForSessionEnd } from '#/api/unwrap'
import { leave } from '#/platform/leave'
import { isPaymentOpen } from '#/state/payment-mark'
import { dropSession, readSession } from '#/state/session'
import { cityLoginUrl } from './city-login'

/** A 401 ends the session here too: forget it, and sign in again from the city page. Several at once leave once. */
export function endSessionOn401(queryClient: QueryClient): void {
  listenForSessionEnd(() => {
    if (readSession().status === 'none') return
    // Whoever is thrown out while paying is told that the payment is not forgotten.
    const target = isPaymentOpen() ? `${cityLoginUrl()}&payment=open` : cityLoginUrl()
    dropSession()
    queryClient.cancelQueries()
    leave.replace(target)
  })
}
