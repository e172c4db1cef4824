import { pushPermission } from './push-permission'

/** Whatever is sent to this browser from now on is refused by its push service. */
export async function unsubscribe(): Promise<void> {
  if (pushPermission() === 'unsupported') return
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
}
