import { useSyncExternalStore } from 'react'

/** What the person has told the browser about notifications; 'unsupported' where it has none. */
export type PushPermission = NotificationPermission | 'unsupported'

export function pushPermission(): PushPermission {
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  return isSupported ? Notification.permission : 'unsupported'
}

/** The permission, also after it was changed in the browser's own settings. */
export function usePushPermission(): PushPermission {
  return useSyncExternalStore(followPermission, pushPermission)
}

function followPermission(changed: () => void): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const asked = navigator.permissions?.query({ name: 'notifications' })
  asked?.then((status) => status.addEventListener('change', changed, { signal })).catch(() => {})
  window.addEventListener('focus', changed, { signal }) // for browsers that do not tell
  return () => ended.abort()
}

/** Asks the person, who must have tapped for it; what they have told the browser before is not asked again. */
export function askToPush(): Promise<NotificationPermission> {
  return Notification.requestPermission()
}
