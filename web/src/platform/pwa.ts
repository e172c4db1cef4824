/** The worker caches the shell only; calls and money never come from a cache. */
const WORKER = '/dashboard/sw.js'
const SCOPE = '/dashboard/'
const AFTER_MS = 5000

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

/**
 * A while after the start: the worker fetches the whole app, which must not compete with the first screen,
 * and the page's own `load` comes before that screen has its data.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  window.setTimeout(() => void register(), AFTER_MS)
}
