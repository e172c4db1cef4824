import { sessionUser, useSessionUser } from '#/state/session'

function idOf(user: { id: number } | undefined): number {
  if (!user) throw new Error('nobody is signed in')
  return user.id
}

/** Whose pages these are. Throws where nobody is signed in, so that nothing is ever asked for customer 0. */
export const customerId = () => idOf(sessionUser.get())

/** See `customerId`; a component is drawn anew when somebody else signs in. */
export const useCustomerId = () => idOf(useSessionUser())
