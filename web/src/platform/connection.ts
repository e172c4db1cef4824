import { useSyncExternalStore } from 'react'

interface Connection {
  effectiveType?: string
  saveData?: boolean
}

/** Whether prefetching is allowed: not on 2G, and not in data-saver mode. */
export function mayPrefetch(connection: Connection | undefined = browserConnection()): boolean {
  return !connection?.saveData && !connection?.effectiveType?.includes('2g')
}

function browserConnection(): Connection | undefined {
  return (navigator as Navigator & { connection?: Connection }).connection
}

function subscribe(notify: () => void) {
  window.addEventListener('online', notify)
  window.addEventListener('offline', notify)
  return () => {
    window.removeEventListener('online', notify)
    window.removeEventListener('offline', notify)
  }
}

export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}
