import type { ReactNode } from 'react'
import { useSessionUser } from '#/state/session'
import { PagePending } from '../error/PagePending'

/**
 * Wraps every page of a customer. A session can end while a page is open. The page then unmounts at once, so
 * that it sends no requests in nobody's name while the browser goes to the sign-in.
 */
export function SignedIn({ children }: { children: ReactNode }) {
  return useSessionUser() ? children : <PagePending />
}
