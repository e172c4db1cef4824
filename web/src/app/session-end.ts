import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { listenForSessionEnd } from '#/api/unwrap'
import { leave } from '#/platform/leave'
import { runDraftSavers } from '#/platform/viewport-reload'
import { rememberPlace } from '#/state/interrupted'
import { isPaymentOpen } from '#/state/payment-mark'
import { dropSession, isDirectLogin, readSession } from '#/state/session'
import { cityLoginUrl } from './city-login'

/**
 * A 401 ends the session here too: forget it, and sign in again from the city page. Several at once leave once. What a
 * customer was in the middle of is there again once the same person has signed in.
 */
export function endSessionOn401(queryClient: QueryClient, { history }: AnyRouter): void {
  listenForSessionEnd(() => {
    const session = readSession()
    if (session.status === 'none') return
    if (session.status === 'ready' && !isDirectLogin() && runDraftSavers()) {
      rememberPlace(session.user.id, history.location.href)
    }
    // Whoever is thrown out while paying is told that the payment is not forgotten.
    const customer = session.status === 'ready' ? session.user.id : undefined
    const target = isPaymentOpen(customer) ? `${cityLoginUrl()}&payment=open` : cityLoginUrl()
    dropSession()
    queryClient.cancelQueries()
    leave.replace(target)
  })
}
