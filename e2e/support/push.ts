import { type BrowserContext, expect, type Page, type Worker } from '@playwright/test'
import type { City } from './city'

/** The content of a push message. */
export interface Pushed {
  title: string
  text: string
  tag: string
}

/**
 * Gives the browser the sandbox's push service. Headless Chromium has none, and cannot ask for permission.
 * The service worker that reads a message is the app's own. Call it before the first page.
 */
export async function usePush(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const read = (name: string) => sessionStorage.getItem(name)
    Object.defineProperty(Notification, 'permission', { get: () => read('permission') ?? 'default' })
    Notification.requestPermission = async () => {
      sessionStorage.setItem('permission', 'granted')
      return 'granted'
    }
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer
    const subscription = () => {
      const kept = JSON.parse(read('subscription') ?? 'null')
      return (
        kept && {
          endpoint: kept.endpoint,
          options: { applicationServerKey: bytes(kept.key) },
          toJSON: () => kept,
          unsubscribe: async () => {
            await fetch(kept.endpoint, { method: 'DELETE' })
            sessionStorage.removeItem('subscription')
            return true
          },
        }
      )
    }
    PushManager.prototype.getSubscription = async () => subscription()
    PushManager.prototype.subscribe = async (options) => {
      if (!subscription()) {
        const key = String(options?.applicationServerKey)
        const body = JSON.stringify({ applicationServerKey: key })
        const answer = await fetch('/sandbox/webpush/subscriptions', { method: 'POST', body })
        sessionStorage.setItem('subscription', JSON.stringify({ ...(await answer.json()), key }))
      }
      return subscription()
    }
  })
}

/** The push endpoint of a page's browser. */
export async function endpointOf(page: Page): Promise<string> {
  const kept = await page.evaluate(() => sessionStorage.getItem('subscription'))
  return (JSON.parse(kept ?? '{}') as { endpoint: string }).endpoint
}

/** The messages that a browser has received, oldest first. */
export async function pushedTo(endpoint: string): Promise<Pushed[]> {
  const answer = await fetch(`${endpoint}/messages`)
  expect(answer.ok, await answer.clone().text()).toBe(true)
  return (await answer.json()) as Pushed[]
}

/** Delivers a message to the service worker, as the browser does after decrypting it. */
export async function deliver(page: Page, city: City, message: Pushed): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL === `${city.url}/dashboard/`)
      if (ours) resolve(ours.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: city.url,
    registrationId: await registered,
    data: JSON.stringify(message),
  })
}

/** The content of a notification. */
interface Shown {
  title: string
  body?: string
  tag?: string
}

declare const self: { registration: ServiceWorkerRegistration; notifications?: Shown[] }

async function worker(page: Page): Promise<Worker> {
  const [ours] = page.context().serviceWorkers()
  return ours ?? (await page.context().waitForEvent('serviceworker'))
}

/** Records notifications from now on instead of showing them, because headless Chromium shows none. */
export async function watchNotifications(page: Page): Promise<void> {
  await (await worker(page)).evaluate(() => {
    self.notifications = []
    self.registration.showNotification = async (title, { body, tag } = {}) => {
      const others = self.notifications?.filter((one) => one.tag !== tag) ?? []
      self.notifications = [...others, { title, body, tag }]
    }
  })
}

/** The notifications that the service worker has shown. A repeated one is listed once. */
export async function shown(page: Page): Promise<Shown[]> {
  return (await worker(page)).evaluate(() => self.notifications ?? [])
}
