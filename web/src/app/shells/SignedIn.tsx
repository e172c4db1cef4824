import type { ReactNode } from 'react'
import { useSessionUser } from '#/state/session'
import { PagePending } from '../error/PagePending'

/**
 * Around every page of a customer. A session can end while a page is open; what is below then goes at once, so that
 * nothing asks in the name of nobody while the browser is on its way to the sign-in.
 */
export function SignedIn({ children }: { children: ReactNode }) {
  return useSessionUser() ? children : <PagePending />
}
