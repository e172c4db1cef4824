import { lazyRouteComponent } from '@tanstack/react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cityLoginUrl } from '#/app/city-login'
import { parseUser, readSession } from '#/state/session'
import { setViewport } from '#/test/viewport'
import page from '../../index.html?raw'
import { CHUNK_RELOAD_GUARD_MS, guardChunks, isMissingPart, mayReloadForPart, reloadForPart } from './chunk-guard'
import { mayPrefetch } from './connection'
import { clearCookies } from './cookies'
import { devicePlatform, isTrustedWebActivity, readDeviceInfo, storeLaunch } from './device'
import { whenIdle } from './idle'
import { leave } from './leave'
import { connectReporter, reportError } from './reporter'
import { storageKeys } from './storage'
import { LIVE_REQUEST_TOAST_MS, TOAST_MS, toast, toasts } from './toast'
import { consumeResume, reloadAtWidthBoundary, saveDraftBeforeReload } from './viewport-reload'

const signs = { launch: '', userAgent: '', hasIosBridge: false, width: 1440 }
const ours = 'android-app://in.town.rentals'

describe('PROD-12, PROD-13: the device platform', () => {
  test.each([
    ['rento-ios', {}, { hasIosBridge: true }],
    ['rento-ios', {}, { hasIosBridge: true, launch: 'twa', width: 390 }],
    ['rento-android', {}, { launch: `${ours}/` }],
    ['rento-android', {}, { launch: 'twa', width: 390 }],
    ['rento-android', { androidApp: 'in.town.rentals' }, { launch: `${ours}/` }],
    ['rento-android', { androidApp: 'in.town.rentals' }, { launch: 'twa' }],
    ['mweb', { androidApp: 'in.town.rentals' }, { launch: 'android-app://com.google.android.gm/', width: 390 }],
    ['client-web', { androidApp: 'in.town.rentals' }, { launch: `${ours}.other/` }],
    ['mweb', {}, { launch: 'https://android-app.example/', width: 390 }],
    ['mweb', {}, { width: 1100 }],
    ['client-web', {}, { width: 1101 }],
  ])('%s, %o, %o', (platform, installation, change) =>
    expect(devicePlatform({ productSlug: 'rento', androidApp: '', ...installation }, { ...signs, ...change })).toBe(
      platform,
    ),
  )

  test('CONST-28: a trusted web activity has an android-app referrer', () => {
    expect(isTrustedWebActivity('android-app://com.example')).toBe(true)
    expect(isTrustedWebActivity('https://android-app.example')).toBe(false)
  })

  test.each([
    ['the referrer of its first page', `${ours}/`, ''],
    ['its start address', '', '?source=twa'],
  ])('a launch is kept for the visit, by %s', (_, referrer, query) => {
    const from = vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer)
    window.history.replaceState(null, '', `/dashboard/home${query}`)
    storeLaunch()
    // Other pages of the same visit, one of them opened by a link in a mail.
    from.mockReturnValue('android-app://com.google.android.gm/')
    window.history.replaceState(null, '', '/dashboard/home')
    storeLaunch()
    from.mockReturnValue('')
    window.history.replaceState(null, '', '/dashboard/kyc')
    storeLaunch()
    expect(isTrustedWebActivity(readDeviceInfo().launch, 'in.town.rentals')).toBe(true)
    window.sessionStorage.clear()
    expect(readDeviceInfo().launch).toBe('')
  })

  test('the iOS app is known by its handlers, which no browser of iOS has', () => {
    const handler = { postMessage: () => {} }
    vi.stubGlobal('webkit', { messageHandlers: { contextMenu: handler } })
    expect(readDeviceInfo().hasIosBridge).toBe(false)
    vi.stubGlobal('webkit', { messageHandlers: { customTrack: handler } })
    expect(readDeviceInfo().hasIosBridge).toBe(true)
  })
})

/** Fires the event with which Vite reports a failed import, before Vite throws. */
function fail(file: string): TypeError {
  const error = new TypeError(`Failed to fetch dynamically imported module: /dashboard/assets/${file}`)
  window.dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error }))
  return error
}

describe('SESSION-05: a chunk that cannot be loaded', () => {
  let stop = () => {}
  beforeEach(() => {
    stop = guardChunks()
  })
  afterEach(() => stop())

  test('reloads at most once per 60 seconds, and keeps the drafts', () => {
    const order: string[] = []
    vi.spyOn(leave, 'reload').mockImplementation(() => void order.push('reload'))
    const forget = saveDraftBeforeReload(() => order.push('saved'))
    const error = fail('kyc-1.js')
    expect(CHUNK_RELOAD_GUARD_MS).toBe(60_000)
    expect(isMissingPart(error)).toBe(true)
    expect(mayReloadForPart(1_000_000)).toBe(true)
    reloadForPart(1_000_000)
    forget()
    expect(order).toEqual(['saved', 'reload'])
    expect(mayReloadForPart(1_000_000 + 59_999)).toBe(false)
    expect(mayReloadForPart(1_000_000 + 60_000)).toBe(true)
  })

  test('counts with the reload that the page does for the app itself', () => {
    vi.spyOn(leave, 'reload').mockImplementation(() => {})
    reloadForPart(1_000_000)
    const [key = ''] = Object.entries(window.sessionStorage).find(([, at]) => at === '1000000') ?? []
    expect(key).not.toBe('')
    for (const call of ['getItem', 'setItem', 'removeItem']) expect(page).toContain(`sessionStorage.${call}("${key}"`)
    expect(page).toContain(`${CHUNK_RELOAD_GUARD_MS / 1000}_000`)
  })

  test('is not reloaded for when it was only fetched ahead, nor is another error', () => {
    const reload = vi.spyOn(leave, 'reload').mockImplementation(() => {})
    fail('PaymentHost-1.js')
    expect(reload).not.toHaveBeenCalled()
    expect(isMissingPart(new TypeError('Something else'))).toBe(false)
  })

  test("never reloads by the router's own guard", async () => {
    let error: unknown
    const Page = lazyRouteComponent(async () => {
      error = fail('kyc-1.js')
      throw error
    })
    await Page.preload?.()
    expect(() => Page({})).toThrow(error as Error)
    expect(Object.keys(window.sessionStorage)).not.toContainEqual(expect.stringContaining('tanstack_router_reload'))
  })
})

describe('LAYOUT-06, LAYOUT-07: the boundary at 1100 px', () => {
  test('crossing it saves the drafts, then reloads, and the next load may resume once', () => {
    setViewport(1101)
    const order: string[] = []
    vi.spyOn(leave, 'reload').mockImplementation(() => void order.push('reload'))
    const forget = saveDraftBeforeReload(() => order.push('saved'))
    const stop = reloadAtWidthBoundary()
    setViewport(1200)
    expect(order).toEqual([])
    setViewport(1100)
    stop()
    forget()
    expect(order).toEqual(['saved', 'reload'])
    expect([consumeResume(), consumeResume()]).toEqual([true, false])
  })

  test('printing is no other width: a sheet of paper is narrower than the window', () => {
    setViewport(1440)
    const reload = vi.spyOn(leave, 'reload').mockImplementation(() => {})
    const stop = reloadAtWidthBoundary()
    const screen = window.matchMedia
    window.matchMedia = (query) => (query === 'print' ? ({ matches: true } as MediaQueryList) : screen(query))
    setViewport(794)
    window.matchMedia = screen
    setViewport(1440)
    stop()
    expect(reload).not.toHaveBeenCalled()
  })
})

describe('the stored session', () => {
  test('CONST-26, ENTITY-14: one key for the token, one for the user', () => {
    expect([storageKeys.token, storageKeys.user]).toEqual(['accessTokenId', 'user'])
  })

  test.each([null, '', 'null', '[]', '{}', '{"id":"7"}', 'not json'])('%s is no user', (stored) => {
    expect(parseUser(stored)).toBeUndefined()
  })

  test('userId stands in for id', () => expect(parseUser('{"userId":9}')?.id).toBe(9))

  test('GATE-07: a token without a user is broken, not signed in', () => {
    window.localStorage.setItem(storageKeys.token, 't')
    expect(readSession().status).toBe('broken')
  })
})

test('ENTITY-76: the city page keeps the chosen city, and only a plain slug of it', () => {
  expect(cityLoginUrl()).toBe('/bangalore?popup=login&redirect=/dashboard/home')
  window.localStorage.setItem(storageKeys.location, '{"slug":"pune"}')
  expect(cityLoginUrl()).toContain('/pune?')
  window.localStorage.setItem(storageKeys.location, '{"slug":"/evil.example"}')
  expect(cityLoginUrl()).toContain('/bangalore?')
})

test('CONST-23: nothing is prefetched on 2g or when saving data', () => {
  expect(mayPrefetch({ effectiveType: '4g' })).toBe(true)
  expect(mayPrefetch(undefined)).toBe(true)
  for (const connection of [{ effectiveType: '2g' }, { effectiveType: 'slow-2g' }, { saveData: true }]) {
    expect(mayPrefetch(connection)).toBe(false)
  }
})

test('CONST-12, CONST-13: toasts last 2 s, the live-request one 5 s', () => {
  vi.useFakeTimers()
  expect([TOAST_MS, LIVE_REQUEST_TOAST_MS]).toEqual([2000, 5000])
  toast.error('short')
  toast.error('long', { durationMs: LIVE_REQUEST_TOAST_MS })
  vi.advanceTimersByTime(2000)
  expect(toasts.get().map((item) => item.text)).toEqual(['long'])
  vi.advanceTimersByTime(3000)
  expect(toasts.get()).toEqual([])
  vi.useRealTimers()
})

test('SESSION-01: cookies are gone', () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in jsdom
  document.cookie = 'firebaseDeviceToken=abc; path=/'
  clearCookies()
  expect(document.cookie).toBe('')
})

test('ERR-02: errors wait for the reporting service, and then go straight to it', () => {
  const seen: unknown[] = []
  reportError('early', { place: 'boot' })
  connectReporter((report) => seen.push(report))
  reportError('late')
  connectReporter(undefined)
  expect(seen).toContainEqual({ error: 'early', context: { place: 'boot' } })
  expect(seen.at(-1)).toEqual({ error: 'late', context: {} })
})

test('what waits for an idle moment and is not wanted any more does not run', async () => {
  vi.useFakeTimers()
  const tasks = [vi.fn(), vi.fn()]
  const [undo] = tasks.map((task) => whenIdle(task))
  undo?.()
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  expect(tasks.map((task) => task.mock.calls.length)).toEqual([0, 1])
})
