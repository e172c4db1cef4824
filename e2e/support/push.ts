import { type BrowserContext, expect, type Page, type Worker } from '@playwright/test'
import type { City } from './city'

/** What a push message carries. */
export interface Pushed {
  title: string
  text: string
  tag: string
}

/**
 * Gives the browser a push service, that of the sandbox: a Chromium without a window has none, and nobody who would be
 * asked. The worker that reads a message is the app's own. Call it before the first page.
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

/** Where messages to the browser of a page go. */
export async function endpointOf(page: Page): Promise<string> {
  const kept = await page.evaluate(() => sessionStorage.getItem('subscription'))
  return (JSON.parse(kept ?? '{}') as { endpoint: string }).endpoint
}

/** What has come to a browser, oldest first. */
export async function pushedTo(endpoint: string): Promise<Pushed[]> {
  const answer = await fetch(`${endpoint}/messages`)
  expect(answer.ok, await answer.clone().text()).toBe(true)
  return (await answer.json()) as Pushed[]
}

/** Hands a message to the worker, as the browser does that has read it. */
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

/** What a notification shows. */
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

/** From now on notifications are kept, and not shown: a Chromium without a window shows none. */
export async function watchNotifications(page: Page): Promise<void> {
  await (await worker(page)).evaluate(() => {
    self.notifications = []
    self.registration.showNotification = async (title, { body, tag } = {}) => {
      const others = self.notifications?.filter((one) => one.tag !== tag) ?? []
      self.notifications = [...others, { title, body, tag }]
    }
  })
}

/** The notifications that the worker has shown; one that has come twice is there once. */
export async function shown(page: Page): Promise<Shown[]> {
  return (await worker(page)).evaluate(() => self.notifications ?? [])
}
