import { createMemoryHistory } from '@tanstack/react-router'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NetworkError, toApiError } from '#/api/errors'
import { guardChunks } from '#/platform/chunk-guard'
import { connectReporter, reportError } from '#/platform/reporter'
import { saveSession } from '#/state/session'
import { aConfig, aUser } from '#/test/builders'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { server } from '#/test/server'
import { connect } from './error-service'
import { startErrorReports } from './errors'
import { createAppRouter, createQueryClient } from './router'

interface Sent {
  text: string
  authorization: string | null
  value: string
  tags: Record<string, string>
  release: string
}

const sent: Sent[] = []

function serve(answer: () => Response = () => HttpResponse.json({ id: '9ec79c33ec9942ab8353589fcb2e04dc' })) {
  server.use(
    http.get(call('/app-config.json'), () => HttpResponse.json(aConfig({ version: 'v1.2.3' }))),
    http.post(call('/api/errors/envelope'), async ({ request }) => {
      const text = await request.text()
      const { exception, tags, release } = JSON.parse(text.split('\n')[2] ?? '')
      const authorization = request.headers.get('Authorization')
      sent.push({ text, authorization, value: exception.values.at(-1).value, tags, release })
      return answer() as never
    }),
  )
}

function app() {
  const queryClient = createQueryClient()
  return [
    createAppRouter(queryClient, createMemoryHistory({ initialEntries: ['/dashboard/home'] })),
    queryClient,
  ] as const
}

/** An error of the app, with a stack of our files. */
function failed(message: string, file = `${window.location.origin}/dashboard/assets/home.js`): Error {
  return Object.assign(new Error(message), { stack: `Error: ${message}\n    at total (${file}:1:2)` })
}

const values = () => sent.map(({ value }) => value)

beforeEach(() => {
  sent.length = 0
  serve()
})

afterEach(() => connectReporter(undefined))

test('ERR-02: what has waited and what comes is sent without the session, by the pattern of the page', async () => {
  saveSession('rs1_secret', aUser())
  reportError(failed('early'), { place: 'boot' })
  await connect(...app())
  reportError(failed('late'), { place: 'home' })
  await vi.waitFor(() => expect(values()).toEqual(['early', 'late']))
  expect(sent[1]).toMatchObject({ authorization: null, release: 'v1.2.3', tags: { place: 'home', language: 'en' } })
  expect(sent[1]?.text).not.toContain('rs1_')
})

test('nothing is sent of what is expected, nor of what is not ours', async () => {
  await connect(...app())
  const gone = guardChunks()
  const missing = failed('a file')
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: missing }))
  gone()
  for (const error of [
    new NetworkError('offline'),
    toApiError(409, {}, 'refused'),
    toApiError(500, {}, 'broken'),
    new DOMException('stopped', 'AbortError'),
    new TypeError('Failed to fetch'),
    new TypeError('Load failed'),
    missing,
    failed('an extension', 'chrome-extension://abc/x.js'),
  ])
    reportError(error)
  reportError(failed('ours'))
  await vi.waitFor(() => expect(values()).toEqual(['ours']))
})

test('the same error is sent once, and a page sends ten', async () => {
  await connect(...app())
  for (let n = 0; n < 30; n += 1) reportError(failed(`error ${n % 15}`))
  await vi.waitFor(() => expect(sent).toHaveLength(10))
  expect(new Set(values()).size).toBe(10)
})

test('after a 429 nothing more is sent, and of what cannot be sent nobody hears', async () => {
  const uncaught = vi.fn()
  window.addEventListener('unhandledrejection', uncaught)
  serve(() => HttpResponse.error())
  await connect(...app())
  reportError(failed('lost'))
  await vi.waitFor(() => expect(values()).toEqual(['lost']))
  serve(() => fault(429, 'Later.'))
  reportError(failed('too many'))
  await vi.waitFor(() => expect(values()).toEqual(['lost', 'too many']))
  await new Promise((resolve) => setTimeout(resolve, 20))
  reportError(failed('one more'))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(values()).toEqual(['lost', 'too many'])
  expect(uncaught).not.toHaveBeenCalled()
})

test('an error that cannot be read is given up', async () => {
  await connect(...app())
  const hostile = new Error('x')
  Object.defineProperty(hostile, 'stack', {
    get: () => {
      throw new Error('no stack')
    },
  })
  expect(() => reportError(hostile)).not.toThrow()
  reportError(failed('after it'))
  await vi.waitFor(() => expect(values()).toEqual(['after it']))
})

test('what nobody has caught is reported, with the file that is loaded for it', async () => {
  startErrorReports(...app())
  window.dispatchEvent(new ErrorEvent('error', { error: failed('uncaught') }))
  window.dispatchEvent(new ErrorEvent('error', { message: 'Script error.' }))
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: failed('rejected') }))
  await vi.waitFor(() => expect(values()).toEqual(['uncaught', 'rejected']))
  expect(new Set(sent.map(({ text }) => JSON.parse(text.split('\n')[0] ?? '').event_id)).size).toBe(2)
})
