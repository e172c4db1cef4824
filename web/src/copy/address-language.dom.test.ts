import { afterEach, expect, test } from 'vitest'
import { takeLanguageOfAddress } from './address-language'
import { getLocale, setLocale } from './paraglide/runtime.js'

afterEach(() => {
  window.history.replaceState(null, '', '/')
  void setLocale('en', { reload: false })
})

test.each([
  ['/dashboard/login?lang=hi', 'hi', '/dashboard/login'],
  ['/dashboard/referral?code=a1b2&lang=ta', 'ta', '/dashboard/referral?code=a1b2'],
  ['/dashboard/login?lang=xx', 'en', '/dashboard/login'],
  ['/dashboard/login?redirectUrl=/home', 'en', '/dashboard/login?redirectUrl=/home'],
])('%s goes on in %s at %s', (address, language, left) => {
  window.history.replaceState(null, '', address)
  takeLanguageOfAddress()
  expect(getLocale()).toBe(language)
  expect(window.location.pathname + window.location.search).toBe(left)
})
