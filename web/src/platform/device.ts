import { MOBILE_MAX_WIDTH } from '#/shared/use-media'
import { hasNativeApp } from './native-bridge'

/** What an installation calls itself, and the application id of its Android app, '' where there is none. */
export interface Installation {
  productSlug: string
  androidApp: string
}

export interface DeviceSigns {
  /** How this visit began: the referrer of its first page, or `LAUNCHED_BY_ANDROID`. */
  launch: string
  userAgent: string
  /** The page is shown by the iOS app. */
  hasIosBridge: boolean
  width: number
}

const SCHEME = 'android-app://'

/** The start address of the Android app says `source=twa`: Firefox and ChromeOS may leave its referrer out. */
const LAUNCHED_BY_ANDROID = 'twa'

/**
 * A trusted web activity announces itself by an android-app referrer on its first page, or by its start address. Mail and
 * search send such a referrer too, so that of our own app alone counts where its id is known.
 */
export function isTrustedWebActivity(launch: string, androidApp = ''): boolean {
  if (launch === LAUNCHED_BY_ANDROID) return true
  return androidApp === '' ? launch.startsWith(SCHEME) : launch.replace(/\/$/, '') === SCHEME + androidApp
}

/** One of {product}-ios, {product}-android, mweb and client-web. */
export function devicePlatform({ productSlug, androidApp }: Installation, signs: DeviceSigns): string {
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
 * The signs of a launch are there on the first page of a visit only, so that they are kept for the visit; not for longer,
 * because cookies and local storage are shared with the browser. Call once per page load.
 */
export function keepLaunch(): void {
  const launch = launchOfPage()
  if (!isTrustedWebActivity(launch)) return
  try {
    // A link of another app may come later, into the same visit.
    if (window.sessionStorage.getItem(LAUNCH_KEY) === null) window.sessionStorage.setItem(LAUNCH_KEY, launch)
  } catch {
    // The page itself still knows.
  }
}

function keptLaunch(): string {
  try {
    return window.sessionStorage.getItem(LAUNCH_KEY) ?? launchOfPage()
  } catch {
    return launchOfPage()
  }
}

export function readDeviceSigns(): DeviceSigns {
  return {
    launch: keptLaunch(),
    userAgent: navigator.userAgent,
    hasIosBridge: hasNativeApp(),
    width: window.innerWidth,
  }
}
