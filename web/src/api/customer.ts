import { useSessionUser } from '#/state/session'

/**
 * The id of the signed-in customer. Components re-render when somebody else signs in.
 * Throws if nobody is signed in, so that no request is ever made for customer 0.
 */
export function useCustomerId(): number {
  const user = useSessionUser()
  if (!user) throw new Error('nobody is signed in')
  return user.id
}
