import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { listenForSessionEnd } from '#/api/unwrap'
import { leave } from '#/platform/leave'
import { runDraftSavers } from '#/platform/viewport-reload'
import { rememberPlace } from '#/state/interrupted'
import { isPaymentOpen } from '#/state/open-payment-status'
import { dropSession, isDirectLogin, readSession } from '#/state/session'
import { cityLoginUrl } from './city-login'

/**
 * A 401 ends the session here too: the app forgets it and goes to the city page to sign in again. Several
 * 401s at once leave only once. What the customer was doing is restored when the same customer has signed in.
 */
export function endSessionOn401(queryClient: QueryClient, { history }: AnyRouter): void {
  listenForSessionEnd(() => {
    const session = readSession()
    if (session.status === 'none') return
    if (session.status === 'ready' && !isDirectLogin() && runDraftSavers()) {
      rememberPlace(session.user.id, history.location.href)
    }
    // A customer whose session ends during a payment is told that the payment is not forgotten.
    const customer = session.status === 'ready' ? session.user.id : undefined
    const target = isPaymentOpen(customer) ? `${cityLoginUrl()}&payment=open` : cityLoginUrl()
    dropSession()
    queryClient.cancelQueries()
    leave.replace(target)
  })
}
