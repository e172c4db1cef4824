import type { QueryClient } from '@tanstack/react-query'
import { configQuery } from '#/api/config'
import { registerNativeDevice } from '#/features/session/this-device'
import { type Envelope, listenToNative } from '#/platform/native-bridge'
import { reportError } from '#/platform/reporter'
import { anyOpenPayment, isFresh } from '#/state/open-payment'
import { isDirectLogin, sessionUser } from '#/state/session'
import { pathToLocation, safeRedirectPath } from './guards/redirect-url'
import type { AppRouter } from './router'

/** The phone's token for push messages, as the app got it. */
interface NativeDevice {
  firebaseDeviceToken: string
  isContactPermissionAllowed: boolean
}

function readDevice(payload: unknown): NativeDevice {
  const { firebaseDeviceToken, provider, isContactPermissionAllowed } = payload as Record<string, unknown>
  // Nothing on the server sends to Apple's own tokens. Firebase makes tokens of its own from them.
  if (provider !== 'fcm') throw new TypeError(`No device of ${String(provider)} is registered`)
  if (typeof firebaseDeviceToken !== 'string' || !firebaseDeviceToken) throw new TypeError('A device without a token')
  return { firebaseDeviceToken, isContactPermissionAllowed: isContactPermissionAllowed === true }
}

function isPaying(): boolean {
  const [open, user] = [anyOpenPayment(), sessionUser.get()]
  return open !== undefined && user !== undefined && isFresh(open, user.id, Date.now())
}

/** Goes where a notification leads. A customer who is paying stays, as in the browser. */
function openPath(payload: unknown, router: AppRouter): void {
  const { path } = payload as Record<string, unknown>
  if (typeof path !== 'string') throw new TypeError('A link without a path')
  if (!isPaying()) void router.navigate(pathToLocation(safeRedirectPath(path)))
}

/**
 * Handles the app's messages, and registers its phone for each customer who signs in here.
 * Returns the function that stops the registering.
 */
export function listen(router: AppRouter, queryClient: QueryClient): () => void {
  let device: NativeDevice | undefined
  const register = async () => {
    const user = sessionUser.get()
    if (!device || !user || isDirectLogin()) return
    const config = await queryClient.ensureQueryData(configQuery)
    await registerNativeDevice(device, user.id, config)
  }
  const tryToRegister = () => void register().catch((error) => reportError(error, { place: 'native bridge' }))
  const hear = ({ type, payload }: Envelope) => {
    if (type === 'messageToken') {
      device = readDevice(payload)
      tryToRegister()
    } else if (type === 'open') openPath(payload, router)
    else throw new TypeError(`No message of the app: ${type}`)
  }
  listenToNative(hear)
  return sessionUser.subscribe(tryToRegister)
}
