import { pushPermission } from './push-permission'

/** Cancels this browser's push subscription. Its push service then refuses messages that are sent to it. */
export async function unsubscribe(): Promise<void> {
  if (pushPermission() === 'unsupported') return
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
}
