import { afterEach, expect, test, vi } from 'vitest'
import { realTime } from '#/test/real-time'
import { installApp } from './pwa'

/** A browser whose service worker caches these files. `replace` lets one with other files take over. */
function workerThatKeeps(...files: string[]) {
  let kept = files
  const registration = Object.assign(new EventTarget(), {
    installing: null as object | null,
    waiting: null,
    active: Object.assign(new EventTarget(), { state: 'activated' }),
    update: vi.fn(async () => {}),
  })
  const serviceWorker = Object.assign(new EventTarget(), {
    ready: Promise.resolve(registration),
    register: async () => registration,
  })
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker }))
  vi.stubGlobal('caches', {
    match: async (file: string) => (kept.some((name) => file.includes(name)) ? new Response() : undefined),
    open: async () => ({ keys: async () => [], addAll: async () => {} }),
  })
  const change = () => serviceWorker.dispatchEvent(new Event('controllerchange'))
  return {
    registration,
    change,
    replace(...newer: string[]) {
      kept = newer
      change()
    },
  }
}

/** The path of the file under test, without the origin that the test gives it. */
const own = '/platform/pwa.ts'
const settle = () => new Promise((resolve) => setTimeout(resolve))

afterEach(() => vi.unstubAllGlobals())

test('a newer worker is told of, and one of the version of the page is not', async () => {
  const { change, replace } = workerThatKeeps(own)
  const onNewer = vi.fn()
  await installApp(onNewer)
  change()
  await settle()
  expect(onNewer).not.toHaveBeenCalled()
  replace('/dashboard/assets/later-newer.js')
  await settle()
  expect(onNewer).toHaveBeenCalledOnce()
})

test('a page that is newer than its worker waits for the worker that is being installed', async () => {
  const { registration, change } = workerThatKeeps('/dashboard/assets/later-older.js')
  registration.update.mockImplementation(async () => {
    registration.installing = {}
  })
  const onNewer = vi.fn()
  await installApp(onNewer)
  change()
  await settle()
  expect(onNewer).not.toHaveBeenCalled()
})

test('a worker that is taking over is waited for', async () => {
  const { registration, replace } = workerThatKeeps(own)
  const onNewer = vi.fn()
  await installApp(onNewer)
  registration.active.state = 'activating'
  replace('/dashboard/assets/later-newer.js')
  await settle()
  expect(onNewer).not.toHaveBeenCalled()
  registration.active.state = 'activated'
  registration.active.dispatchEvent(new Event('statechange'))
  await settle()
  expect(onNewer).toHaveBeenCalledOnce()
})

test('who comes back to a page after an hour has it look for a newer version', async () => {
  const { registration } = workerThatKeeps(own)
  await installApp(() => {})
  const before = registration.update.mock.calls.length
  const come = () => document.dispatchEvent(new Event('visibilitychange'))
  come()
  expect(registration.update).toHaveBeenCalledTimes(before)
  const now = realTime()
  vi.spyOn(Date, 'now').mockReturnValue(now + 3_600_001)
  come()
  expect(registration.update).toHaveBeenCalledTimes(before + 1)
})
