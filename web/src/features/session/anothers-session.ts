import { api } from '#/api/client'
import { unwrap } from '#/api/unwrap'

/**
 * Ends a session that a link opened for the wrong person. The audit log records it. Agents may only sign out.
 */
export async function disownSession(): Promise<void> {
  const passive = { sessionless: true }
  await unwrap(api.POST('/api/RMUsers/disownSession'), passive).catch(() =>
    unwrap(api.POST('/api/RMUsers/logout'), passive),
  )
}

/** Just enough of a name and a number for people to recognize their own. */
export function maskedPerson({ fullName, mobileNumber }: { fullName: string; mobileNumber: string }) {
  const name = fullName
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${[...word][0]}•••`)
    .join(' ')
  return { name, number: `••••••${mobileNumber.slice(-4)}` }
}
