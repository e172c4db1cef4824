import './computed-style'
import { afterEach, beforeEach, vi } from 'vitest'
import './channels'
import { clearCookies } from '#/platform/cookies'
import { firstScreenShown } from '#/platform/first-screen'
import { setViewport } from './viewport'

// What waits for the first screen starts at once.
firstScreenShown()

beforeEach(() => setViewport(390))
afterEach(() => {
  vi.useRealTimers()
  window.localStorage.clear()
  window.sessionStorage.clear()
  clearCookies()
})
window.scrollTo = () => {}
