import { queryOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import { customerKey, JUST_ASKED_MS } from '#/api/keys'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'

export type Place = components['schemas']['SignedInPlace']

/** Where the account is open, the session used last first. */
export const sessionsQuery = (customer: number) =>
  queryOptions({
    queryKey: customerKey(customer, 'sessions'),
    queryFn: async () => (await unwrap(api.GET('/api/RMUsers/sessions'))).sessions,
    staleTime: JUST_ASKED_MS,
  })

export async function endOtherSessions(): Promise<void> {
  await unwrap(api.POST('/api/RMUsers/endOtherSessions'))
}

/** Ends a session that a link opened for somebody else; the audit log keeps it. An agent may only sign out. */
export async function disownSession(): Promise<void> {
  const passive = { sessionless: true }
  await unwrap(api.POST('/api/RMUsers/disownSession'), passive).catch(() =>
    unwrap(api.POST('/api/RMUsers/logout'), passive),
  )
}

const browsers: [RegExp, string][] = [
  [/Edg/, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
]

/** Browser and system, as far as the browser names them; empty when it says nothing that is known. */
export function deviceName(userAgent: string): string {
  const found = [browsers, systems].map((known) => known.find(([sign]) => sign.test(userAgent))?.[1])
  return found.filter(Boolean).join(', ')
}

/** Enough of a name and a number to recognise one's own. */
export function maskedPerson({ fullName, mobileNumber }: { fullName: string; mobileNumber: string }) {
  const name = fullName
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${[...word][0]}•••`)
    .join(' ')
  return { name, number: `••••••${mobileNumber.slice(-4)}` }
}
