import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearCookies, writeCookie } from '#/platform/cookies'
import { connectReporter } from '#/platform/reporter'
import { storageKeys } from '#/platform/storage'
import { timing } from '#/platform/timing'
import { toasts } from '#/platform/toast'
import { codeQuestion } from '#/state/code-question'
import { markDirectLogin } from '#/state/session'
import { aConfig } from '#/test/builders'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { pushBrowser, pushKey } from '#/test/push'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

const tokens: unknown[] = []
const tokenCall = call('/api/messageToken')

beforeEach(() => {
  tokens.length = 0
  server.use(
    http.get(call('/app-config.json'), () => HttpResponse.json(aConfig({ pushKey }))),
    http.post(tokenCall, async ({ request }) => {
      tokens.push(await request.json())
      return HttpResponse.json({ success: true })
    }),
  )
})
afterEach(clearCookies)

const question = { name: 'Be notified on this device?' }
const ask = () => screen.findByRole('complementary', question)

/** Waits until home has been shown for long enough. */
async function afterAWhile() {
  await waitFor(() => expect(timing.pause).toHaveBeenCalledWith(3000))
  await new Promise((resolve) => setTimeout(resolve, 50))
}

test('CONST-17: after 3000 ms home asks, and the browser only once that is answered', async () => {
  const browser = pushBrowser()
  const { user } = await renderAt('/home')
  const it = within(await ask())
  expect(timing.pause).toHaveBeenCalledWith(3000)
  expect(browser.asked, 'before a tap').toBe(0)
  await user.click(it.getByRole('button', { name: 'Turn on notifications' }))
  await waitFor(() => expect(screen.queryByRole('complementary', question)).toBeNull())
  expect([browser.asked, tokens.length]).toEqual([1, 1])
  expect(toasts.get().map(({ text }) => text)).toEqual(['Notifications are on for this device.'])
})

test('CONST-16: it is asked once in 604800 s, also when nothing was answered', async () => {
  const written = vi.spyOn(document, 'cookie', 'set')
  pushBrowser()
  const first = await renderAt('/home')
  await ask()
  expect(written.mock.calls.flat().filter((cookie) => cookie.includes('Max-Age=604800'))).toHaveLength(1)
  first.unmount()
  const { user } = await renderAt('/home')
  await afterAWhile()
  expect(screen.queryByRole('complementary', question)).toBeNull()
  clearCookies() // as the cookie does after a week
  const again = await renderAt('/home')
  await user.click(within(await ask()).getByRole('button', { name: 'Not now' }))
  expect(screen.queryByRole('complementary', question)).toBeNull()
  again.unmount()
})

test.each<[string, () => void]>([
  ['an agent', markDirectLogin],
  [
    'a business customer',
    () => server.use(http.get(call('/api/Dashboards/isB2B'), () => HttpResponse.json({ success: true }))),
  ],
  ['who has a phone on its side', () => vi.stubGlobal('innerHeight', 390)],
  ['who has blocked notifications', () => pushBrowser({ permission: 'denied' })],
  ['who has turned them off here', () => writeCookie('isContactPermissionAllowed', 'false', 60)],
  [
    'anybody where none are sent',
    () => server.use(http.get(call('/app-config.json'), () => HttpResponse.json(aConfig()))),
  ],
])('%s is not asked', async (_, given) => {
  pushBrowser()
  given()
  await renderAt('/home')
  await waitFor(() => expect(timing.pause).toHaveBeenCalled())
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(screen.queryByRole('complementary', question)).toBeNull()
  expect(tokens).toEqual([])
})

test('it waits until no dialog is open', async () => {
  pushBrowser()
  const { router } = await renderAt('/home?requestType=repair-request')
  await afterAWhile()
  expect(screen.queryByRole('complementary', question)).toBeNull()
  await router.navigate({ to: '/home', search: {} })
  expect(await ask()).toBeDefined()
})

test('who is notified here is registered at each visit, whatever the browser calls it by now', async () => {
  pushBrowser({ permission: 'granted' })
  window.localStorage.setItem(storageKeys.notifiedCustomer, '7')
  await renderAt('/settings')
  await waitFor(() =>
    expect(tokens).toEqual([
      {
        firebaseDeviceToken: 'https://push.example/1#p256dh=P&auth=A',
        isContactPermissionAllowed: true,
        devicePlatform: 'mweb',
      },
    ]),
  )
  expect(screen.queryByRole('complementary', question)).toBeNull()
})

test('another person on the device is asked, and not notified before', async () => {
  pushBrowser({ permission: 'granted' })
  window.localStorage.setItem(storageKeys.notifiedCustomer, '8')
  await renderAt('/home')
  expect(await ask()).toBeDefined()
  expect(tokens).toEqual([])
})

test('ERR-03: a device that cannot be registered by itself is reported, and nobody is told or asked for a code', async () => {
  pushBrowser({ permission: 'granted' })
  window.localStorage.setItem(storageKeys.notifiedCustomer, '7')
  const seen: unknown[] = []
  connectReporter(({ context }) => seen.push(context))
  server.use(http.post(tokenCall, () => fault(403, 'Please confirm.', { code: 'session.code_needed' })))
  await renderAt('/home')
  await waitFor(() => expect(seen).toContainEqual({ place: 'notifications' }))
  connectReporter(undefined)
  expect(toasts.get()).toEqual([])
  expect(codeQuestion.get()).toBeUndefined()
})
