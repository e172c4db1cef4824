import { afterEach, expect, test, vi } from 'vitest'
import { pushBrowser, pushKey } from '#/test/push'
import script from '../../public/push.js?raw'
import { clearCookies, readCookie, writeCookie } from './cookies'
import { subscribe } from './push'
import { pushPermission } from './push-permission'
import { unsubscribe } from './unsubscribe'

afterEach(clearCookies)

test('a browser without push messages is known', () => {
  expect(pushPermission()).toBe('unsupported')
  pushBrowser({ permission: 'denied' })
  expect(pushPermission()).toBe('denied')
})

test('a subscription is told as the server reads it, and is kept while the key is the same', async () => {
  const browser = pushBrowser({ permission: 'granted' })
  expect(await subscribe(pushKey)).toBe('https://push.example/1#p256dh=P&auth=A')
  expect(await subscribe(pushKey)).toBe('https://push.example/1#p256dh=P&auth=A')
  const other = pushKey.replace('BNNL', 'BAAA')
  expect(await subscribe(other)).toBe('https://push.example/2#p256dh=P&auth=A')
  expect(browser.subscribed).toBe(other)
  await unsubscribe()
  expect(browser.subscribed).toBeUndefined()
})

test('CONST-15: a cookie lies where the app is, for as long as it is kept', () => {
  const written = vi.spyOn(document, 'cookie', 'set')
  writeCookie('firebaseDeviceToken', 'https://push.example/1#p256dh=P&auth=A', 5_184_000)
  expect(written).toHaveBeenCalledWith(
    'firebaseDeviceToken=https%3A%2F%2Fpush.example%2F1%23p256dh%3DP%26auth%3DA; Path=/dashboard; Max-Age=5184000; SameSite=Lax',
  )
  expect(readCookie('firebaseDeviceToken')).toBe('https://push.example/1#p256dh=P&auth=A')
  expect(readCookie('DeviceToken')).toBeUndefined()
})

/** The service worker, with these open windows. */
function aWorker(...open: string[]) {
  const listeners = new Map<string, (event: object) => void>()
  const shown: unknown[] = []
  const focused: string[] = []
  const opened: string[] = []
  const self = {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    registration: { showNotification: async (...of: unknown[]) => shown.push(of) },
    clients: {
      matchAll: async () => open.map((url) => ({ url, focus: async () => focused.push(url) })),
      openWindow: async (url: string) => opened.push(url),
    },
  }
  new Function('self', script)(self)
  const happen = async (type: string, event: object) => {
    let work: unknown
    listeners.get(type)?.({ ...event, waitUntil: (promise: unknown) => (work = promise) })
    await work
  }
  return { happen, shown, focused, opened }
}

test('a push message is shown once, in its own words', async () => {
  const worker = aWorker()
  const message = { title: 'किराया', text: '₹2,048 के लिए', tag: '42' }
  await worker.happen('push', { data: { json: () => message } })
  expect(worker.shown).toEqual([['किराया', { body: '₹2,048 के लिए', tag: '42', icon: '/dashboard/icon-192.png' }]])
})

test.each([
  ['the open app', ['https://rento.example/pay/7', 'https://rento.example/dashboard/invoices'], 'focused'],
  ['home, where the app is not open', ['https://rento.example/pay/7'], 'opened'],
] as const)('a tap on a notification leads to %s', async (_, open, how) => {
  const worker = aWorker(...open)
  const close = vi.fn()
  await worker.happen('notificationclick', { notification: { close } })
  expect(close).toHaveBeenCalled()
  expect({ focused: worker.focused, opened: worker.opened }).toEqual(
    how === 'focused'
      ? { focused: ['https://rento.example/dashboard/invoices'], opened: [] }
      : { focused: [], opened: ['/dashboard/home'] },
  )
})
