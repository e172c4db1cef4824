import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { connectAnalytics, track } from '#/platform/analytics'
import { toasts } from '#/platform/toast'
import { call, fault } from '#/test/handlers'
import { signIn } from '#/test/render-at'
import { server } from '#/test/server'
import { allowed, connect } from './analytics-service'

const definitions = [{ name: 'payment attempted', properties: ['mode', 'paymentType'] }]

afterEach(() => connectAnalytics())

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

test('without a session nothing is asked or sent', async () => {
  await connect('rento')
  expect(toasts.get()).toEqual([])
})
