import { MOBILE_MAX_WIDTH } from '#/shared/use-media'

export interface DeviceSigns {
  referrer: string
  userAgent: string
  /** Set by the iOS app on the window that it opens. */
  hasIosBridge: boolean
  width: number
}

/** A trusted web activity announces itself by an android-app referrer on its first page. */
export function isTrustedWebActivity(referrer: string): boolean {
  return referrer.startsWith('android-app://')
}

/** One of {product}-android, {product}-ios, mweb and client-web. */
export function devicePlatform(productSlug: string, signs: DeviceSigns): string {
  if (isTrustedWebActivity(signs.referrer)) return `${productSlug}-android`
  if (signs.hasIosBridge) return `${productSlug}-ios`
  return signs.width <= MOBILE_MAX_WIDTH ? 'mweb' : 'client-web'
}

const WRAPPER_KEY = 'wrapperReferrer'

/** The referrer is only present on the first page of a visit, so the wrapper's is kept for the visit. */
function visitReferrer(): string {
  try {
    if (isTrustedWebActivity(document.referrer)) window.sessionStorage.setItem(WRAPPER_KEY, document.referrer)
    return window.sessionStorage.getItem(WRAPPER_KEY) ?? document.referrer
  } catch {
    return document.referrer
  }
}

export function readDeviceSigns(): DeviceSigns {
  return {
    referrer: visitReferrer(),
    userAgent: navigator.userAgent,
    hasIosBridge: 'webkit' in window && Boolean((window.webkit as { messageHandlers?: unknown }).messageHandlers),
    width: window.innerWidth,
  }
}
