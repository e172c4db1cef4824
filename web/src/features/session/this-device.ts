import { api } from '#/api/client'
import type { AppConfig } from '#/api/config'
import { NetworkError } from '#/api/errors'
import { unwrap } from '#/api/unwrap'
import { m } from '#/copy'
import { writeCookie } from '#/platform/cookies'
import { devicePlatform, readDeviceInfo } from '#/platform/device'
import { sendNative } from '#/platform/native-bridge'
import { subscribe } from '#/platform/push'
import { askToPush } from '#/platform/push-permission'
import { removeStored, storageKeys, writeStored } from '#/platform/storage'
import { unsubscribe } from '#/platform/unsubscribe'
import { readSession } from '#/state/session'
import { ALLOWED } from './notified'

/** This name is part of the contract. The native apps read it too. */
const TOKEN = 'firebaseDeviceToken'
export const KEPT_SECONDS = 5_184_000 // 60 days

type Config = Pick<AppConfig, 'productSlug' | 'androidApp' | 'pushKey'>

/** The browser asks the push service of its vendor, which may be unreachable. */
function tokenHere({ pushKey }: Config): Promise<string> {
  return subscribe(pushKey).catch((cause: unknown) => {
    throw Object.assign(new NetworkError(m.session_notify_failed()), { cause })
  })
}

async function register(token: string, isAllowed: boolean, config: Config, byItself = false): Promise<void> {
  const session = readSession()
  const headers = byItself && session.status === 'ready' ? { Authorization: session.token } : undefined
  const body = {
    firebaseDeviceToken: token,
    isContactPermissionAllowed: isAllowed,
    devicePlatform: devicePlatform(config, readDeviceInfo()),
  }
  await unwrap(api.POST('/api/messageToken', { body, headers }), { sessionless: byItself })
  writeCookie(TOKEN, token, KEPT_SECONDS)
  writeCookie(ALLOWED, String(isAllowed), KEPT_SECONDS)
}

/**
 * Turns on notifications on this device, if the browser's question is answered with yes. Call it from a tap.
 */
export async function turnOn(customer: number, config: Config): Promise<void> {
  if ((await askToPush()) !== 'granted') return
  try {
    await register(await tokenHere(config), true, config)
    writeStored(storageKeys.notifiedCustomer, String(customer))
  } catch (error) {
    // The server does not know this browser, so no message would reach it.
    await unsubscribe().catch(() => {})
    throw error
  }
}

/** Registers again at each visit, because the push address or the session may have changed. */
export async function stayOn(config: Config): Promise<void> {
  await register(await tokenHere(config), true, config, true)
}

/** Registers the phone of the iOS app, and tells the app for which customer. */
export async function registerNativeDevice(
  {
    firebaseDeviceToken: token,
    isContactPermissionAllowed,
  }: { firebaseDeviceToken: string; isContactPermissionAllowed: boolean },
  userId: number,
  config: Config,
): Promise<void> {
  await register(token, isContactPermissionAllowed, config, true)
  const platform = devicePlatform(config, readDeviceInfo())
  const device = { firebaseDeviceToken: token, provider: 'fcm' as const, devicePlatform: platform }
  sendNative('messageToken', { ...device, userId, isContactPermissionAllowed })
}

export async function turnOff(config: Config): Promise<void> {
  await register(await tokenHere(config), false, config)
  await unsubscribe()
  removeStored(storageKeys.notifiedCustomer)
}
