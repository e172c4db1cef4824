/** The worker caches the shell and the words of one language; calls and money never come from a cache. */
const WORKER = '/dashboard/sw.js'
const SCOPE = '/dashboard/'
/** Files of texts, and the worker's cache of them (`vite.config.ts`). */
const WORDS = '/dashboard/assets/words/'
const CACHE = 'words'

interface TrustedTypesFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

/** Under Trusted Types a worker's address is a script address; this policy knows exactly one. */
function trustedWorkerUrl(): string {
  const factory = (window as { trustedTypes?: TrustedTypesFactory }).trustedTypes
  if (!factory) return WORKER
  return factory.createPolicy('app-worker', { createScriptURL: () => WORKER }).createScriptURL(WORKER)
}

async function register(): Promise<void> {
  await navigator.serviceWorker.register(trustedWorkerUrl(), { scope: SCOPE })
}

/** The worker, once it works. */
export async function worker(): Promise<ServiceWorkerRegistration> {
  await register()
  return navigator.serviceWorker.ready
}

/** Keeps the words that this page has loaded, before there was a worker or after, and no other language's. */
async function cacheMessages(): Promise<void> {
  const loaded = performance.getEntriesByType('resource').map((file) => file.name)
  const used = loaded.filter((name) => new URL(name).pathname.startsWith(WORDS))
  const cache = await caches.open(CACHE)
  const kept = (await cache.keys()).map((request) => request.url)
  await Promise.all(kept.filter((name) => !used.includes(name)).map((name) => cache.delete(name)))
  await cache.addAll(used.filter((name) => !kept.includes(name)))
}

/** How old the knowledge of the newest version may be when somebody comes back to the page. */
const CHECK_EVERY_MS = 60 * 60 * 1000

/**
 * The newest worker keeps the files of its version. Once it is at work, a page whose files it does not keep is older:
 * this file has another name in every version, because it imports the app's first script by name.
 */
async function isOutdated({ installing, waiting, active }: ServiceWorkerRegistration): Promise<boolean> {
  if (installing || waiting || active?.state !== 'activated') return false
  return !(await caches.match(import.meta.url, { ignoreSearch: true }))
}

/** Says so once for each newer version that has taken this page's place; one that stays open for days looks for it. */
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
  // The worker may have been replaced since the page was begun; one that is older than the page is replaced first.
  await registration.update()
  check()
}

/** Calls `onNewer` whenever a newer version of the app has been installed than the one that this page runs. */
export async function installApp(onNewer: () => void): Promise<void> {
  await register().catch(() => {}) // without a worker the app works, only not offline
  await cacheMessages().catch(() => {})
  await watchVersions(onNewer).catch(() => {}) // without a network
}
