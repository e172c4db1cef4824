import { HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { connectAnalytics, track } from '#/platform/analytics'
import { toasts } from '#/platform/toast'
import { dropSession, saveSession } from '#/state/session'
import { aUser } from '#/test/builders'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { signIn } from '#/test/render-at'
import { server } from '#/test/server'
import { startAnalytics } from './analytics'
import { allowed, connect } from './analytics-service'
import { createQueryClient } from './router'

const definitions = [{ name: 'payment attempted', properties: ['mode', 'paymentType'] }]

let stopAnalytics = () => {}
afterEach(() => {
  stopAnalytics()
  connectAnalytics()
})

test('only defined events with defined properties leave the browser', () => {
  const properties = { mode: 'manual', phone: '9000000001' }
  expect(allowed({ kind: 'track', name: 'payment attempted', properties }, definitions)?.properties).toEqual({
    mode: 'manual',
  })
  expect(allowed({ kind: 'track', name: 'unknown', properties }, definitions)).toBeUndefined()
  expect(allowed({ kind: 'identify', name: 'payment attempted', properties }, definitions)).toBeUndefined()
})

test('ERR-03: what has waited is sent once the service is there; a failure is silent', async () => {
  const sent: unknown[] = []
  server.use(
    http.get(call('/rudderstack-event-data.json'), () => HttpResponse.json({ events: definitions })),
    http.post(call('/api/customTrack'), async ({ request }) => {
      sent.push(await request.json())
      return fault(500, 'No')
    }),
  )
  signIn()
  track('payment attempted', { mode: 'manual' })
  await connect('rento')
  await vi.waitFor(() =>
    expect(sent).toEqual([{ event: 'payment attempted', properties: { mode: 'manual' }, devicePlatform: 'mweb' }]),
  )
  expect(toasts.get()).toEqual([])
})

const patience = { timeout: 8000 }

test('PAY-25, PAY-26: events of the page load in which somebody signs in arrive as well', async () => {
  const sent: unknown[] = []
  server.use(
    http.get(call('/rudderstack-event-data.json'), () => HttpResponse.json({ events: definitions })),
    http.post(call('/api/customTrack'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ success: true })
    }),
  )
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
  await connect('rento')
  expect(toasts.get()).toEqual([])
})
