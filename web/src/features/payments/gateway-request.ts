import { type DeviceInfo, devicePlatform, type Installation } from '#/platform/device'

/** What gateways want to know about the device. The server adds the phone number and country prefix. */
export interface GatewayRequest {
  platform: string
  os: string
  device: string
  phoneNumber: string
  credAppPresent: boolean
}

export function osOf(userAgent: string): string {
  if (/android/i.test(userAgent)) return 'android'
  if (/iphone|ipad|ipod/i.test(userAgent)) return 'ios'
  if (/windows/i.test(userAgent)) return 'windows'
  if (/mac os/i.test(userAgent)) return 'macos'
  return 'linux'
}

/** Whether the payment app is installed. Only a native wrapper can tell. A browser never knows. */
function hasPaymentApp(): boolean {
  return (window as { credAppPresent?: boolean }).credAppPresent === true
}

export function gatewayRequest(installation: Installation, signs: DeviceInfo, phoneNumber: string): GatewayRequest {
  const platform = devicePlatform(installation, signs)
  const device = platform === 'client-web' ? 'desktop' : 'mobile'
  return { platform, os: osOf(signs.userAgent), device, phoneNumber, credAppPresent: hasPaymentApp() }
}

interface RedirectInput extends GatewayRequest {
  gateway: string
  /** The customer pays in an app on the device. */
  isInApp: boolean
  paymentMethod?: string
  /** The unguessable id of the transaction. */
  transactionId: string
}

/**
 * The URL of our own page that redirects to a gateway.
 * It names the device only for a gateway that is paid in an app.
 */
export function redirectPath({ gateway, isInApp, paymentMethod, transactionId, ...device }: RedirectInput): string {
  const query = new URLSearchParams({ gateway, paymentMethod: paymentMethod ?? '', transactionId })
  if (isInApp) {
    const { platform, os, device: kind, credAppPresent } = device
    for (const [key, value] of Object.entries({ platform, os, device: kind, credAppPresent }))
      query.set(key, String(value))
  }
  return `/pgRedirect?${query}`
}
