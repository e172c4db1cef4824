import { MOBILE_MAX_WIDTH } from '#/shared/use-media'
import { hasNativeApp } from './native-bridge'

/** The name of an installation, and the application id of its Android app ('' if there is none). */
export interface Installation {
  productSlug: string
  androidApp: string
}

export interface DeviceInfo {
  /** How this visit began: the referrer of its first page, or `LAUNCHED_BY_ANDROID`. */
  launch: string
  userAgent: string
  /** The iOS app shows the page. */
  hasIosBridge: boolean
  width: number
}

const SCHEME = 'android-app://'

/** The start URL of the Android app has `source=twa`, because Firefox and ChromeOS may omit the referrer. */
const LAUNCHED_BY_ANDROID = 'twa'

/**
 * A Trusted Web Activity announces itself by an android-app referrer on its first page, or by its start URL.
 * Mail and search apps send such a referrer too, so if the id of our own app is known, only
 * its referrer counts.
 */
export function isTrustedWebActivity(launch: string, androidApp = ''): boolean {
  if (launch === LAUNCHED_BY_ANDROID) return true
  return androidApp === '' ? launch.startsWith(SCHEME) : launch.replace(/\/$/, '') === SCHEME + androidApp
}

/** One of {product}-ios, {product}-android, mweb and client-web. */
export function devicePlatform({ productSlug, androidApp }: Installation, signs: DeviceInfo): string {
  if (signs.hasIosBridge) return `${productSlug}-ios`
  if (isTrustedWebActivity(signs.launch, androidApp)) return `${productSlug}-android`
  return signs.width <= MOBILE_MAX_WIDTH ? 'mweb' : 'client-web'
}

const LAUNCH_KEY = 'launch'

function launchOfPage(): string {
  const source = new URLSearchParams(window.location.search).get('source')
  return source === LAUNCHED_BY_ANDROID ? LAUNCHED_BY_ANDROID : document.referrer
}

/**
 * Only the first page of a visit shows how it was launched, so the signs are kept for the visit. They are not
 * kept longer, because cookies and local storage are shared with the browser. Call this once per page load.
 */
export function storeLaunch(): void {
  const launch = launchOfPage()
  if (!isTrustedWebActivity(launch)) return
  try {
    // Keep the first value, because a link of another app may open later in the same visit.
    if (window.sessionStorage.getItem(LAUNCH_KEY) === null) window.sessionStorage.setItem(LAUNCH_KEY, launch)
  } catch {
    // Without storage, this page itself still knows how it was launched.
  }
}

function storedLaunch(): string {
  try {
    return window.sessionStorage.getItem(LAUNCH_KEY) ?? launchOfPage()
  } catch {
    return launchOfPage()
  }
}

export function readDeviceInfo(): DeviceInfo {
  return {
    launch: storedLaunch(),
    userAgent: navigator.userAgent,
    hasIosBridge: hasNativeApp(),
    width: window.innerWidth,
  }
}
