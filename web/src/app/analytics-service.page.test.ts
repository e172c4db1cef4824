import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fallbackConfig } from '#/api/config'
import type { components } from '#/api/schema'
import { connectAnalytics, discardAnalytics, track } from '#/platform/analytics'
import { toasts } from '#/platform/toast'
import { chosenConsent } from '#/state/analytics-consent'
import { dropSession, saveSession } from '#/state/session'
import { aUser } from '#/test/builders'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { nativeApp } from '#/test/native-app'
import { signIn } from '#/test/render-at'
import { server } from '#/test/server'
import { startAnalytics } from './analytics'
import { allowed, connect } from './analytics-service'
import { createQueryClient } from './router'

const definitions: components['schemas']['EventDefinition'][] = [
  {
    name: 'payment attempted',
    category: 'payment',
    when: 'A payment is started.',
    properties: ['mode', 'amount', 'token'],
    types: {
      mode: { type: 'string', required: true, enum: ['manual', 'auto_debit'] },
      amount: { type: 'number', required: false },
      token: { type: 'string', required: false, pii: true },
    },
    destinations: ['customTrack'],
  },
]

let native: ReturnType<typeof nativeApp>
const sent: unknown[] = []
let asked = 0

/** A server that takes the events of a customer who has agreed. */
function serve({ isGiven = true } = {}) {
  server.use(
    http.get(call('/api/RMUsers/:id/getConsents'), () => {
      asked += 1
      return HttpResponse.json({ consents: [{ purpose: 'analytics', isGiven }] })
    }),
    http.get(call('/rudderstack-event-data.json'), () => HttpResponse.json({ version: 2, events: definitions })),
    http.post(call('/api/customTrack'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ success: true })
    }),
  )
}

beforeEach(() => {
  sent.length = 0
  native = nativeApp()
  asked = 0
})

let stopAnalytics = () => {}
afterEach(async () => {
  stopAnalytics()
  chosenConsent.set(undefined)
  dropSession()
  await connect(fallbackConfig)
  discardAnalytics()
  connectAnalytics()
})

const heard = () => native.sent.map(({ type }) => type)

test('CALL-17: only defined events with defined properties leave the browser', () => {
  const properties = { mode: 'manual', phone: '9000000001', token: 'f-1', amount: '12' }
  expect(allowed({ name: 'payment attempted', properties }, definitions)?.properties).toEqual({ mode: 'manual' })
  const other = { mode: 'asha@example.in', amount: 12 }
  expect(allowed({ name: 'payment attempted', properties: other }, definitions)?.properties).toEqual({ amount: 12 })
  expect(allowed({ name: 'unknown', properties }, definitions)).toBeUndefined()
})

test('ERR-03: what has waited is sent once the service is there; a failure is silent', async () => {
  serve()
  server.use(
    http.post(call('/api/customTrack'), async ({ request }) => {
      sent.push(await request.json())
      return fault(500, 'No')
    }),
  )
  signIn()
  track('payment attempted', { mode: 'manual' })
  await connect(fallbackConfig)
  await vi.waitFor(() =>
    expect(sent).toEqual([{ event: 'payment attempted', properties: { mode: 'manual' }, devicePlatform: 'rento-ios' }]),
  )
  expect(toasts.get()).toEqual([])
})

test('CONST-24: without consent nothing is sent, and what waited is forgotten', async () => {
  serve({ isGiven: false })
  signIn()
  track('payment attempted', { mode: 'manual' })
  await connect(fallbackConfig)
  track('payment attempted', { mode: 'manual' })
  chosenConsent.set({ customerId: 7, isGiven: true })
  await connect(fallbackConfig)
  track('payment attempted', { mode: 'auto_debit' })
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent).toEqual([expect.objectContaining({ properties: { mode: 'auto_debit' } })])
  expect(heard()).toEqual(['identify', 'customTrack'])
})

test('CONST-25, CALL-15: taken back, nothing more leaves; the app around the page hears who it is, events and the end', async () => {
  serve()
  signIn()
  await connect(fallbackConfig)
  track('payment attempted', { mode: 'manual', amount: 5 })
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  chosenConsent.set({ customerId: 7, isGiven: false })
  track('payment attempted', { mode: 'manual' })
  await connect(fallbackConfig)
  track('payment attempted', { mode: 'manual' })
  expect(heard()).toEqual(['identify', 'customTrack', 'reset'])
  expect(native.sent[0]).toMatchObject({ v: 1, payload: { userId: 7 } })
  expect(native.sent[1]?.payload).toEqual({
    event: 'payment attempted',
    properties: { mode: 'manual', amount: 5 },
    userId: 7,
    devicePlatform: 'rento-ios',
    appVersion: fallbackConfig.version,
  })
  expect(sent).toHaveLength(1)
  expect(asked).toBe(1)
})

test('CONST-25: signed out, the app around the page hears it', async () => {
  serve()
  signIn()
  await connect(fallbackConfig)
  dropSession()
  await connect(fallbackConfig)
  expect(heard()).toEqual(['identify', 'reset'])
})

const patience = { timeout: 8000 }

test('PAY-25, PAY-26: events of the page load in which somebody signs in arrive as well', async () => {
  serve()
  vi.stubGlobal('requestIdleCallback', (task: () => void) => task())
  stopAnalytics = startAnalytics(createQueryClient())
  saveSession('rs1_token', aUser({ id: 21 }))
  track('payment attempted', { mode: 'manual' })
  await vi.waitFor(() => expect(sent).toEqual([expect.objectContaining({ event: 'payment attempted' })]), patience)
  dropSession()
  track('payment attempted', { mode: 'manual' })
  saveSession('rs1_other', aUser({ id: 22 }))
  track('payment attempted', { mode: 'manual' })
  await vi.waitFor(() => expect(sent).toHaveLength(3), patience)
})

test('without a session nothing is asked or sent', async () => {
  await connect(fallbackConfig)
  expect(toasts.get()).toEqual([])
})
