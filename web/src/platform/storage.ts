/** Names in local storage are part of the contract with pages outside this app (city pages, native wrappers). */
export const storageKeys = {
  token: 'accessTokenId',
  user: 'user',
  isB2B: 'isB2Buser',
  isDirectLogin: 'isDirectLogin',
  location: 'location',
  theme: 'theme',
  /** The customer who is notified on this device. */
  notifiedCustomer: 'notifiedCustomer',
  /** What the screens showed last, for being offline. */
  lastFigures: 'lastFigures',
  /** Set while requests wait on this device to be sent. */
  unsentRequests: 'unsentRequests',
  /** How tall what comes next was on home. */
} as const

/** The database of requests that wait to be sent: photos have no room in local storage. */
export const UNSENT = 'unsentRequests'

type StorageKey = (typeof storageKeys)[keyof typeof storageKeys]

/** Storage can be switched off or full (private windows, wrappers): reading then finds nothing, writing is dropped. */
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
    // The session then lives for this page only.
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
