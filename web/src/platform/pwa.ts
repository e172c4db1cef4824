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
  try {
    await navigator.serviceWorker.register(trustedWorkerUrl(), { scope: SCOPE })
  } catch {
    // Without a worker the app works, only not offline.
  }
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

export async function installApp(): Promise<void> {
  await register()
  await cacheMessages().catch(() => {})
}
