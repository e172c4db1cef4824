import { createMemoryHistory } from '@tanstack/react-router'
import { HttpResponse } from 'msw'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { clearCookies } from '#/platform/cookies'
import { connectReporter, type ErrorReport } from '#/platform/reporter'
import { toasts } from '#/platform/toast'
import { writeOpenPayment } from '#/state/open-payment'
import { dropSession, markDirectLogin, saveSession } from '#/state/session'
import { aConfig, aUser } from '#/test/builders'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { nativeApp } from '#/test/native-app'
import { realTime } from '#/test/real-time'
import { server } from '#/test/server'
import { listen } from './native-service'
import { createAppRouter, createQueryClient } from './router'

const device = { firebaseDeviceToken: 'fcm-1', provider: 'fcm', isContactPermissionAllowed: true }
const registered: unknown[] = []

beforeEach(() => {
  registered.length = 0
  server.use(
    http.get(call('/app-config.json'), () => HttpResponse.json(aConfig())),
    http.post(call('/api/messageToken'), async ({ request }) => {
      registered.push([request.headers.get('Authorization'), await request.json()])
      return HttpResponse.json({ success: true })
    }),
  )
})

function start() {
  const app = nativeApp()
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: ['/dashboard/home'] }))
  const navigate = vi.spyOn(router, 'navigate').mockResolvedValue()
  const reported: ErrorReport[] = []
  connectReporter((report) => reported.push(report))
  reported.length = 0
  onTestFinished(listen(router, queryClient))
  onTestFinished(clearCookies)
  return { app, navigate, reported }
}

const body = { firebaseDeviceToken: 'fcm-1', isContactPermissionAllowed: true, devicePlatform: 'rento-ios' }

test('ENTITY-64: the phone is registered for each customer who signs in, and the app learns of it', async () => {
  const { app } = start()
  app.say('messageToken', device)
  saveSession('rs1_one', aUser({ id: 21 }))
  await vi.waitFor(() => expect(registered).toEqual([['rs1_one', body]]))
  await vi.waitFor(() =>
    expect(app.sent).toEqual([
      expect.objectContaining({ type: 'messageToken', payload: { ...body, provider: 'fcm', userId: 21 } }),
    ]),
  )
  dropSession()
  saveSession('rs1_two', aUser({ id: 22 }))
  await vi.waitFor(() => expect(registered[1]).toEqual(['rs1_two', body]))
  await vi.waitFor(() => expect(app.sent).toHaveLength(2))
})

test("an agent's session registers nothing, nor does a token to which nothing is sent", async () => {
  const { app, reported } = start()
  saveSession('rs1_one', aUser({ id: 21 }))
  for (const wrong of [
    { ...device, provider: 'apns' },
    { ...device, firebaseDeviceToken: '' },
  ]) {
    app.say('messageToken', wrong)
  }
  expect(reported).toHaveLength(2)
  markDirectLogin()
  app.say('messageToken', device)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(registered).toEqual([])
})

test('ERR-03: a registration that fails is reported and not shown', async () => {
  server.use(http.post(call('/api/messageToken'), () => fault(500, 'No')))
  const { app, reported } = start()
  saveSession('rs1_one', aUser({ id: 21 }))
  app.say('messageToken', device)
  await vi.waitFor(() => expect(reported).toHaveLength(1))
  expect(toasts.get()).toEqual([])
  expect(app.sent).toEqual([])
})

test.each([
  ['/dashboard/my-subscriptions/invoices?a=1', { to: '/my-subscriptions/invoices', search: { a: '1' } }],
  ['/kyc', { to: '/kyc', search: {} }],
  ['https://other.example/kyc', { to: '/home', search: {} }],
  ['//other.example', { to: '/home', search: {} }],
])('a notification that leads to %s', (path, location) => {
  const { app, navigate } = start()
  app.say('open', { path })
  expect(navigate).toHaveBeenCalledWith(location)
})

test('nobody is led away from a payment', () => {
  const { app, navigate } = start()
  saveSession('rs1_one', aUser({ id: 21 }))
  writeOpenPayment({ stage: 'sheet', customerId: 21, type: 'due', autoDebit: false, startedAt: realTime() })
  app.say('open', { path: '/kyc' })
  expect(navigate).not.toHaveBeenCalled()
  writeOpenPayment(undefined)
  app.say('open', { path: '/kyc' })
  expect(navigate).toHaveBeenCalledOnce()
})

test('ERR-03: what is no message of the app is reported alone', () => {
  const { app, navigate, reported } = start()
  app.say('close', {})
  app.say('open', { path: 7 })
  expect(reported).toHaveLength(2)
  expect(navigate).not.toHaveBeenCalled()
})
