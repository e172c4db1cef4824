import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import type { SessionError } from '#/api/errors'
import { listenForSessionEnd } from '#/api/unwrap'
import { leave } from '#/platform/leave'
import { runDraftSavers } from '#/platform/viewport-reload'
import { rememberPlace } from '#/state/interrupted'
import { isPaymentOpen } from '#/state/open-payment-status'
import { dropSession, isDirectLogin, readSession } from '#/state/session'
import { cityLoginUrl } from './city-login'

/** The error code of a session that a newer one has displaced. */
const DISPLACED = 'session.displaced'

/**
 * A 401 ends the session here too: the app forgets it and goes to the city page to sign in again. Several
 * 401s at once leave only once. What the customer was doing is restored when the same customer has signed in.
 */
export function endSessionOn401(queryClient: QueryClient, { history }: AnyRouter): void {
  listenForSessionEnd((error) => {
    const session = readSession()
    if (session.status === 'none') return
    if (session.status === 'ready' && !isDirectLogin() && runDraftSavers()) {
      rememberPlace(session.user.id, history.location.href)
    }
    const customer = session.status === 'ready' ? session.user.id : undefined
    const target = cityLoginUrl() + whatEnded(error, customer)
    dropSession()
    queryClient.cancelQueries()
    leave.replace(target)
  })
}

/**
 * What the page that the customer comes to says about the end: that a payment is not forgotten, or that a newer sign-in
 * took the place of this one.
 */
function whatEnded({ extra }: SessionError, customer: number | undefined): string {
  if (isPaymentOpen(customer)) return '&payment=open'
  return extra.code === DISPLACED ? '&session=displaced' : ''
}
