import { afterEach, expect, test, vi } from 'vitest'
import { pageHref } from './pages'
import { overwriteGetLocale } from './paraglide/runtime.js'

afterEach(() => {
  overwriteGetLocale(() => 'en')
  vi.restoreAllMocks()
})

test.each([
  ['en', 'en-IN', '/terms-and-conditions'],
  ['hi', 'hi-IN', '/terms-and-conditions'],
  ['hi', 'en-IN', '/terms-and-conditions?lang=hi'],
  ['en', 'hi-IN', '/terms-and-conditions?lang=en'],
] as const)('a page outside the app, on a screen in %s of a browser in %s, is %s', (screen, browser, href) => {
  overwriteGetLocale(() => screen)
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(browser)
  expect(pageHref('/terms-and-conditions')).toBe(href)
})

test('a page with a query keeps it', () => {
  overwriteGetLocale(() => 'hi')
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-IN')
  expect(pageHref('/?isUserLoggedOut=true')).toBe('/?isUserLoggedOut=true&lang=hi')
})
