import { readStored, storageKeys, writeStored } from '#/platform/storage'
import { readSession } from './session'

/** Older figures say nothing about what is owed today. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000

/** An app that has been replaced since kept them in another shape. */
const CONTRACT: string = import.meta.env.VITE_CONTRACT ?? ''

interface Kept<T> {
  userId: number
  contract: string
  /** Milliseconds since the epoch. */
  at: number
  data: T
}

function currentUserId(): number | undefined {
  const session = readSession()
  return session.status === 'ready' ? session.user.id : undefined
}

/** Keeps the figures of the person who is signed in; they are dropped with the session. */
export function saveFigures(data: unknown, at: number = Date.now()): void {
  const userId = currentUserId()
  if (userId !== undefined)
    writeStored(storageKeys.lastFigures, JSON.stringify({ userId, contract: CONTRACT, at, data }))
}

/** The kept figures, only while offline and only this person's: online the server is always asked. */
export function figuresForOffline<T>(now: number = Date.now()): Kept<T> | undefined {
  if (navigator.onLine) return undefined
  try {
    const kept = JSON.parse(readStored(storageKeys.lastFigures) ?? 'null') as Kept<T> | null
    const usable = kept && kept.contract === CONTRACT && kept.userId === currentUserId() && now - kept.at < MAX_AGE_MS
    return usable ? kept : undefined
  } catch {
    return undefined
  }
}
