/** The worker caches the shell only; calls and money never come from a cache. */
const WORKER = '/dashboard/sw.js'
const SCOPE = '/dashboard/'

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

/** After load, so that the worker never competes with the first screen. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  if (document.readyState === 'complete') void register()
  else window.addEventListener('load', () => void register(), { once: true })
}
