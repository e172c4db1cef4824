/** Names in local storage are part of the contract with pages outside this app (city pages, native wrappers). */
export const storageKeys = {
  token: 'accessTokenId',
  user: 'user',
  isB2B: 'isB2Buser',
  isDirectLogin: 'isDirectLogin',
  location: 'location',
  theme: 'theme',
  /** The customer who gets notifications on this device. */
  notifiedCustomer: 'notifiedCustomer',
  /** What the screens showed last, for offline use. */
  offlineData: 'offlineData',
  /** Set while requests wait on this device to be sent. */
  unsentRequests: 'unsentRequests',
} as const

/** The database of requests that wait to be sent. Photos do not fit into local storage. */
export const UNSENT_DATABASE = 'unsentRequests'

type StorageKey = (typeof storageKeys)[keyof typeof storageKeys]

/** Storage can be disabled or full (private windows, wrappers). Then reads find nothing and writes are lost. */
export function readStored(key: StorageKey): string | null {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeStored(key: StorageKey, value: string): void {
  try {
    window.localStorage.setItem(key, value)
  } catch {
    // Nothing is stored then.
  }
}

export function removeStored(...keys: StorageKey[]): void {
  try {
    for (const key of keys) window.localStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}

export function clearStored(): void {
  try {
    window.localStorage.clear()
  } catch {
    // Nothing was stored.
  }
}
