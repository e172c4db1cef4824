import { useSessionUser } from '#/state/session'

/**
 * Whose pages these are; a component is drawn anew when somebody else signs in. Throws where nobody is signed in, so that
 * nothing is ever asked for customer 0.
 */
export function useCustomerId(): number {
  const user = useSessionUser()
  if (!user) throw new Error('nobody is signed in')
  return user.id
}
