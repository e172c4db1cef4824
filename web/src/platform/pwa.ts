/** The service worker caches the shell and the texts of one language. Calls and money are never cached. */
const WORKER = '/dashboard/sw.js'
const SCOPE = '/dashboard/'
/** The files of texts, and the service worker's cache of them (`vite.config.ts`). */
const WORDS = '/dashboard/assets/words/'
const CACHE = 'words'

interface TrustedTypesFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

/** Under Trusted Types, the service worker's URL is a script URL. This policy knows exactly one. */
function trustedWorkerUrl(): string {
  const factory = (window as { trustedTypes?: TrustedTypesFactory }).trustedTypes
  if (!factory) return WORKER
  return factory.createPolicy('app-worker', { createScriptURL: () => WORKER }).createScriptURL(WORKER)
}

async function register(): Promise<void> {
  await navigator.serviceWorker.register(trustedWorkerUrl(), { scope: SCOPE })
}

/** The service worker, once it is active. */
export async function activeWorker(): Promise<ServiceWorkerRegistration> {
  await register()
  return navigator.serviceWorker.ready
}

/** Caches the texts that this page has loaded, even before the service worker started, and no others. */
async function cacheMessages(): Promise<void> {
  const loaded = performance.getEntriesByType('resource').map((file) => file.name)
  const used = loaded.filter((name) => new URL(name).pathname.startsWith(WORDS))
  const cache = await caches.open(CACHE)
  const kept = (await cache.keys()).map((request) => request.url)
  await Promise.all(kept.filter((name) => !used.includes(name)).map((name) => cache.delete(name)))
  await cache.addAll(used.filter((name) => !kept.includes(name)))
}

/** How old the last update check may be when the customer comes back to the page, in milliseconds. */
const CHECK_EVERY_MS = 60 * 60 * 1000

/**
 * The newest service worker caches the files of its version.
 * Once it is active, a page whose files it does not cache is older.
 * This file has another name in every version, because it imports the app's first script by name.
 */
async function isOutdated({ installing, waiting, active }: ServiceWorkerRegistration): Promise<boolean> {
  if (installing || waiting || active?.state !== 'activated') return false
  return !(await caches.match(import.meta.url, { ignoreSearch: true }))
}

/**
 * Calls `onNewer` for each newer version that has replaced this page's one.
 * A page that stays open for days checks for updates.
 */
async function watchVersions(onNewer: () => void): Promise<void> {
  const { serviceWorker } = navigator
  const registration = await serviceWorker.ready
  let checkedAt = Date.now()
  const check = () => {
    const said = async () => void ((await isOutdated(registration)) && onNewer())
    const { active } = registration
    if (active?.state === 'activated') return void said()
    active?.addEventListener('statechange', () => void (active.state === 'activated' && said()))
  }
  serviceWorker.addEventListener('controllerchange', check)
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - checkedAt < CHECK_EVERY_MS) return
    checkedAt = Date.now()
    registration.update().catch(() => {}) // without a network there is no newer version either
  })
  // The service worker may have been replaced since the page load.
  // One that is older than the page is replaced first.
  await registration.update()
  check()
}

/** Calls `onNewer` whenever a newer version of the app has been installed than the one that this page runs. */
export async function installApp(onNewer: () => void): Promise<void> {
  await register().catch(() => {}) // without a worker the app works, only not offline
  await cacheMessages().catch(() => {})
  await watchVersions(onNewer).catch(() => {}) // the device is offline
}
