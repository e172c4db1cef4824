import { QueryClient } from '@tanstack/react-query'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { markDirectLogin } from '#/state/session'
import { type UnsentRepair, unsentRepairs } from '#/state/unsent-repairs'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { realTime } from '#/test/real-time'
import { signIn } from '#/test/render-at'
import { server } from '#/test/server'
import { details } from '#/test/tickets'
import { isOld, sendAgain, sendUnsent } from './send-unsent'

const queries = new QueryClient()
const DAY_MS = 24 * 60 * 60 * 1000

interface Sent {
  key: string | null
  body: unknown
}

let sent: Sent[]
let uploads: (string | null)[]
/** The response to each try. The last one is repeated. */
let answers: (() => HttpResponse<never> | undefined)[]

beforeEach(() => {
  signIn()
  sent = []
  uploads = []
  answers = []
  const keyOf = (request: Request) => request.headers.get('Idempotency-Key')
  server.use(
    http.get('*/app-config.json', () => HttpResponse.error()),
    http.post(call('/api/ServiceRequestImages/upload'), ({ request }) => {
      uploads.push(keyOf(request))
      return HttpResponse.json({ id: `photo${uploads.length}`, url: '/a', name: 'a.jpg', type: 'image/jpeg', size: 9 })
    }),
    http.post(call('/api/Dashboards/createNewTickets'), async ({ request }) => {
      sent.push({ key: keyOf(request), body: await request.json() })
      return answers.shift()?.() ?? HttpResponse.json({ success: true, tickets: [details()] })
    }),
  )
})
afterEach(() => unsentRepairs.forget())

const repair = (change: Partial<UnsentRepair> = {}): UnsentRepair => ({
  key: 'k1',
  customer: 7,
  at: realTime(),
  addressId: 0,
  items: [
    {
      orderItemId: 11,
      name: 'Sofa',
      message: 'A leg broke.',
      photos: [{ id: 'known' }, { key: 'p1', file: new File(['a'], 'a.png', { type: 'image/png' }) }],
    },
  ],
  ...change,
})

const body = {
  data: [
    {
      requestType: 20,
      orderItemId: 11,
      addressId: 0,
      message: 'A leg broke.',
      images: [{ id: 'known' }, { id: 'photo1' }],
    },
  ],
}

test('what waits is sent with its photos under its own key, and waits no more', async () => {
  await unsentRepairs.put(repair())
  await sendUnsent(queries)
  expect(uploads).toEqual(['p1'])
  expect(sent).toEqual([{ key: 'k1', body }])
  expect(unsentRepairs.get()).toEqual([])
  await sendUnsent(queries)
  expect(sent).toHaveLength(1)
})

test('after silence it is sent again: the same words under the same key, and no photo twice', async () => {
  answers = [() => HttpResponse.error() as HttpResponse<never>]
  await unsentRepairs.put(repair())
  await sendUnsent(queries)
  expect(unsentRepairs.get()).toHaveLength(1)
  await sendUnsent(queries)
  expect(uploads).toHaveLength(1)
  expect(sent).toEqual([
    { key: 'k1', body },
    { key: 'k1', body },
  ])
  expect(unsentRepairs.get()).toEqual([])
})

test('a refusal is kept with its reason, and is sent again only by a person, under a new key', async () => {
  answers = [() => fault(409, 'This item has a live request.') as HttpResponse<never>]
  await unsentRepairs.put(repair())
  await sendUnsent(queries)
  const [refused] = unsentRepairs.get()
  expect(refused?.problem).toBe('This item has a live request.')
  await sendUnsent(queries)
  expect(sent).toHaveLength(1)
  await sendAgain(queries, refused ?? repair(), 'k2')
  expect(sent.map(({ key }) => key)).toEqual(['k1', 'k2'])
  expect(unsentRepairs.get()).toEqual([])
})

test('what is older than a day waits for a person, who confirms it', async () => {
  const old = repair({ at: realTime() - DAY_MS })
  expect([isOld(old), isOld(repair({ at: realTime() - DAY_MS + 60_000 }))]).toEqual([true, false])
  await unsentRepairs.put(old)
  await sendUnsent(queries)
  expect(sent).toEqual([])
  await sendAgain(queries, old, old.key)
  expect(sent.map(({ key }) => key)).toEqual(['k1'])
})

test('what is taken out while its photo is on the way is not sent', async () => {
  await unsentRepairs.put(repair())
  server.use(
    http.post(call('/api/ServiceRequestImages/upload'), async () => {
      await unsentRepairs.remove('k1')
      return HttpResponse.json({ id: 'photo1', url: '/a', name: 'a.jpg', type: 'image/jpeg', size: 9 })
    }),
  )
  await sendUnsent(queries)
  expect(sent).toEqual([])
  expect(unsentRepairs.get()).toEqual([])
})

test('nothing is sent without a network, by an agent, or of somebody else', async () => {
  await unsentRepairs.put(repair())
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await sendUnsent(queries)
  online.mockReturnValue(true)
  markDirectLogin()
  await sendUnsent(queries)
  window.localStorage.removeItem('isDirectLogin')
  signIn({ id: 8, userId: 8, fullName: 'Ravi' })
  await sendUnsent(queries)
  expect(sent).toEqual([])
})
