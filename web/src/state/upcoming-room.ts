import { readStored, storageKeys, writeStored } from '#/platform/storage'
import { readSession } from './session'

interface Room {
  userId: number
  /** CSS pixels. */
  height: number
}

function currentUserId(): number | undefined {
  const session = readSession()
  return session.status === 'ready' ? session.user.id : undefined
}

/** Keeps how much room this person's upcoming things took on this device, in CSS pixels; 0 when there are none. */
export function saveUpcomingRoom(height: number): void {
  const userId = currentUserId()
  if (userId !== undefined) writeStored(storageKeys.upcomingRoom, JSON.stringify({ userId, height }))
}

/** The room that they will most likely take again; 0 where nobody knows. */
export function upcomingRoom(): number {
  try {
    const kept = JSON.parse(readStored(storageKeys.upcomingRoom) ?? 'null') as Room | null
    return kept && kept.userId === currentUserId() ? kept.height : 0
  } catch {
    return 0
  }
}
