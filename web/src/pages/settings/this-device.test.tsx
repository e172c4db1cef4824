import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { components } from '#/api/schema'
import { clearCookies, readCookie } from '#/platform/cookies'
import { timing } from '#/platform/timing'
import { markDirectLogin } from '#/state/session'
import { aConfig } from '#/test/builders'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { pushBrowser, pushKey } from '#/test/push'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

type Device = components['schemas']['DeviceRequestBody']

const told: Device[] = []
const tokenCall = call('/api/messageToken')

beforeEach(() => {
  told.length = 0
  server.use(
    http.get(call('/app-config.json'), () => HttpResponse.json(aConfig({ pushKey }))),
    http.post(tokenCall, async ({ request }) => {
      told.push((await request.json()) as Device)
      return HttpResponse.json({ success: true })
    }),
  )
})
afterEach(clearCookies)

/** The card, once the automatic registration at the start of the visit is done. */
async function card() {
  const heading = await screen.findByRole('heading', { name: 'Notifications on this device' })
  await waitFor(() => expect(timing.pause).toHaveBeenCalledWith(3000))
  await new Promise((resolve) => setTimeout(resolve, 20))
  return within(heading.closest('section') as HTMLElement)
}

const turnOn = { name: 'Turn on notifications' }
const turnOff = { name: 'Turn off notifications' }

test('ENTITY-64, CALL-16, CONST-15: turned on, the device is registered; turned off, it is told nothing', async () => {
  const browser = pushBrowser()
  const written = vi.spyOn(document, 'cookie', 'set')
  const { user } = await renderAt('/settings')
  const it = await card()
  expect(it.getByRole('status').textContent).toBe('They are off: nothing comes here.')
  await user.click(it.getByRole('button', turnOn))
  await it.findByRole('button', turnOff)
  expect(it.getByRole('status').textContent).toContain('They are on')
  const token = 'https://push.example/1#p256dh=P&auth=A'
  const device = { firebaseDeviceToken: token, devicePlatform: 'mweb' }
  expect(told).toEqual([{ ...device, isContactPermissionAllowed: true }])
  expect([readCookie('firebaseDeviceToken'), readCookie('isContactPermissionAllowed')]).toEqual([token, 'true'])
  const kept = written.mock.calls.map(([cookie]) => cookie.match(/^(\w+)=.*; Max-Age=(\d+);/)?.slice(1))
  expect(kept).toEqual([
    ['firebaseDeviceToken', '5184000'],
    ['isContactPermissionAllowed', '5184000'],
  ])
  await user.click(it.getByRole('button', turnOff))
  await it.findByRole('button', turnOn)
  await waitFor(() => expect(told.at(-1)).toEqual({ ...device, isContactPermissionAllowed: false }))
  expect(readCookie('isContactPermissionAllowed')).toBe('false')
  expect(browser.subscribed).toBeUndefined()
})

test('who closes the question of the browser is told what to choose', async () => {
  pushBrowser({ answer: 'default' })
  const { user } = await renderAt('/settings')
  const it = await card()
  await user.click(it.getByRole('button', turnOn))
  expect((await it.findByRole('alert')).textContent).toContain('choose Allow')
  expect(told).toEqual([])
  expect(it.getByRole('button', turnOn)).toBeDefined()
})

test('who has blocked notifications reads how to allow them, and sees it at once when they did', async () => {
  const browser = pushBrowser({ answer: 'denied' })
  const { user } = await renderAt('/settings')
  const it = await card()
  await user.click(it.getByRole('button', turnOn))
  expect(await it.findByText('Your browser blocks notifications')).toBeDefined()
  expect(it.queryByRole('button')).toBeNull()
  browser.permission = 'granted'
  window.dispatchEvent(new Event('focus'))
  expect(await it.findByRole('button', turnOn)).toBeDefined()
})

test('what the server refuses is said, and nothing comes to the browser', async () => {
  const browser = pushBrowser()
  server.use(http.post(tokenCall, () => fault(422, 'Messages cannot be sent to this device.')))
  const { user } = await renderAt('/settings')
  const it = await card()
  await user.click(it.getByRole('button', turnOn))
  expect((await it.findByRole('alert')).textContent).toBe('Messages cannot be sent to this device.')
  expect(browser.subscribed).toBeUndefined()
  expect(it.getByRole('button', turnOn)).toBeDefined()
})

test('where the service of the browser is not reached that is said, and tried again', async () => {
  const browser = pushBrowser()
  browser.isReached = false
  const { user } = await renderAt('/settings')
  const it = await card()
  await user.click(it.getByRole('button', turnOn))
  const alert = await it.findByRole('alert')
  expect(alert.textContent).toContain('could not reach the service')
  browser.isReached = true
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await it.findByRole('button', turnOff)).toBeDefined()
})

test('a browser without notifications is told so', async () => {
  await renderAt('/settings')
  expect(await (await card()).findByText(/This browser cannot show notifications/)).toBeDefined()
})

test.each([
  ['an agent', () => markDirectLogin()],
  [
    'anybody where none are sent',
    () => server.use(http.get(call('/app-config.json'), () => HttpResponse.json(aConfig()))),
  ],
])('%s does not see it', async (_, given) => {
  pushBrowser()
  given()
  await renderAt('/settings')
  expect(await screen.findByRole('heading', { name: 'Language' })).toBeDefined()
  expect(screen.queryByRole('heading', { name: 'Notifications on this device' })).toBeNull()
})

test('signing out ends notifications here', async () => {
  const browser = pushBrowser()
  const { user, left } = await renderAt('/settings')
  await user.click((await card()).getByRole('button', turnOn))
  await (await card()).findByRole('button', turnOff)
  await user.click(screen.getByRole('button', { name: 'Logout' }))
  await waitFor(() => expect(left.replace).toHaveBeenCalled())
  expect(browser.subscribed).toBeUndefined()
  expect(document.cookie).toBe('')
})
