import { type DeviceSigns, devicePlatform, type Installation } from '#/platform/device'

/** What the gateways want to know of the device; the phone number with its country prefix is added by the server. */
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

/** The payment app can only be asked for by a wrapper that tells; a browser never knows. */
function hasPaymentApp(): boolean {
  return (window as { credAppPresent?: boolean }).credAppPresent === true
}

export function gatewayRequest(installation: Installation, signs: DeviceSigns, phoneNumber: string): GatewayRequest {
  const platform = devicePlatform(installation, signs)
  const device = platform === 'client-web' ? 'desktop' : 'mobile'
  return { platform, os: osOf(signs.userAgent), device, phoneNumber, credAppPresent: hasPaymentApp() }
}

interface RedirectInput extends GatewayRequest {
  gateway: string
  /** It is paid in an app of the payer's. */
  isInApp: boolean
  paymentMethod?: string
  /** The transaction's unguessable id. */
  transactionId: string
}

/** The address of our own page that leads to a gateway; only one that is paid in an app learns about the device. */
export function redirectPath({ gateway, isInApp, paymentMethod, transactionId, ...device }: RedirectInput): string {
  const query = new URLSearchParams({ gateway, paymentMethod: paymentMethod ?? '', transactionId })
  if (isInApp) {
    const { platform, os, device: kind, credAppPresent } = device
    for (const [key, value] of Object.entries({ platform, os, device: kind, credAppPresent }))
      query.set(key, String(value))
  }
  return `/pgRedirect?${query}`
}
