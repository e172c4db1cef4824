import { readStored, removeStored, storageKeys, writeStored } from '#/platform/storage'
import { createStore, useStore } from '#/shared/store'

/** The signed-in customer as the sign-in calls describe them. `id` is always set. */
export interface SessionUser {
  id: number
  fullName: string
  email: string
  mobileNumber: string
  /** Instant of the first sign-up. It is missing in records of former systems. */
  created?: string
  verificationStatus: string
}

export type StoredSession =
  | { status: 'none' }
  | { status: 'broken' }
  | { status: 'ready'; token: string; user: SessionUser }

/** Half a session (only one of the two keys) or an unreadable user counts as broken, never as signed in. */
export function readSession(): StoredSession {
  const token = readStored(storageKeys.token)
  const stored = readStored(storageKeys.user)
  if (!token && !stored) return { status: 'none' }
  const user = parseUser(stored)
  return token && user ? { status: 'ready', token, user } : { status: 'broken' }
}

function stringIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Undefined if the text is no user: not JSON, or without a numeric id, which older records call userId. */
export function parseUser(stored: string | null): SessionUser | undefined {
  try {
    const user = JSON.parse(stored ?? '') as Record<string, unknown> | null
    const id = user?.id ?? user?.userId
    if (!user || typeof id !== 'number') return undefined
    return {
      id,
      fullName: stringIn(user.fullName),
      email: stringIn(user.email),
      mobileNumber: stringIn(user.mobileNumber),
      created: stringIn(user.created) || undefined,
      verificationStatus: stringIn(user.verificationStatus),
    }
  } catch {
    return undefined
  }
}

/** The customer whose session the auth gate has loaded. It changes on sign-in and sign-out. */
export const sessionUser = createStore<SessionUser | undefined>(undefined)

export function useSessionUser(): SessionUser | undefined {
  return useStore(sessionUser)
}

export function setSessionUser(user: SessionUser | undefined): void {
  if (sessionUser.get()?.id !== user?.id || sessionUser.get()?.fullName !== user?.fullName) sessionUser.set(user)
}

/** Stores the answer of a sign-in call. Cached answers that belong to the previous customer are removed. */
export function saveSession(token: string, user: object): void {
  removeStored(storageKeys.isB2B, storageKeys.offlineData)
  // Write the user first: another tab must never find the new token next to the former user.
  writeStored(storageKeys.user, JSON.stringify(user))
  writeStored(storageKeys.token, token)
  sessionUser.set(parseUser(JSON.stringify(user)))
}

export function dropSession(): void {
  removeStored(
    storageKeys.token,
    storageKeys.user,
    storageKeys.isB2B,
    storageKeys.isDirectLogin,
    storageKeys.offlineData,
  )
  sessionUser.set(undefined)
}

/** Set by a link that an agent opens. It changes what the screen offers, but it grants no rights. */
export function isDirectLogin(): boolean {
  return readStored(storageKeys.isDirectLogin) === 'true'
}

/**
 * The id of the customer who is signed in on their own device. What stays on the device belongs to them.
 * Undefined without a session, and in an agent's session.
 */
export function ownUserId(): number | undefined {
  const session = readSession()
  return session.status === 'ready' && !isDirectLogin() ? session.user.id : undefined
}

export function markDirectLogin(): void {
  writeStored(storageKeys.isDirectLogin, 'true')
}

/** The server's answer to the B2B check, if it is known. */
export function cachedB2B(): boolean | undefined {
  const stored = readStored(storageKeys.isB2B)
  return stored === null ? undefined : stored === 'true'
}

export function rememberB2B(isB2B: boolean): void {
  writeStored(storageKeys.isB2B, String(isB2B))
}
