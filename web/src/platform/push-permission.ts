import { useSyncExternalStore } from 'react'

/** The customer's answer to the browser about notifications. 'unsupported' if the browser has none. */
export type PushPermission = NotificationPermission | 'unsupported'

export function pushPermission(): PushPermission {
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  return isSupported ? Notification.permission : 'unsupported'
}

/** The permission, including later changes in the browser's own settings. */
export function usePushPermission(): PushPermission {
  return useSyncExternalStore(followPermission, pushPermission)
}

function followPermission(changed: () => void): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const asked = navigator.permissions?.query({ name: 'notifications' })
  asked?.then((status) => status.addEventListener('change', changed, { signal })).catch(() => {})
  window.addEventListener('focus', changed, { signal }) // for browsers without a change event
  return () => ended.abort()
}

/** Asks the customer, who must have tapped for it. The browser does not ask again after a decision. */
export function askToPush(): Promise<NotificationPermission> {
  return Notification.requestPermission()
}
