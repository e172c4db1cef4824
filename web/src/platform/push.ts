import { activeWorker } from './pwa'

/** This browser's push token for a server key: the address of its messages, and the keys to encrypt them. */
export async function subscribe(serverKey: string): Promise<string> {
  const { pushManager } = await activeWorker()
  const former = await pushManager.getSubscription()
  if (former && keyOf(former) !== serverKey) await former.unsubscribe()
  return tokenOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey }))
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? [])
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

function tokenOf(subscription: PushSubscription): string {
  const { p256dh, auth } = subscription.toJSON().keys ?? {}
  return `${subscription.endpoint}#p256dh=${p256dh}&auth=${auth}`
}
