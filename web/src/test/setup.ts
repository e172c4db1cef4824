import './computed-style'
import './channels'
import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { listenForSessionEnd } from '#/api/unwrap'
import { restartPageLoad } from '#/app/guards/fresh-flow'
import { closedPayments } from '#/features/payments/closed'
import { idle } from '#/features/payments/state'
import { setPayment } from '#/features/payments/store'
import { connectAnalytics } from '#/platform/analytics'
import { closeChat } from '#/platform/chat'
import { clearCookies } from '#/platform/cookies'
import { firstScreenShown } from '#/platform/first-screen'
import { toasts } from '#/platform/toast'
import { chatOutbox } from '#/state/chat-outbox'
import { clearPaymentRequest } from '#/state/payment-request'
import { sending } from '#/state/sending'
import { dropSession } from '#/state/session'
import { countRequests, requestsAnswered, server } from './server'
import { setViewport } from './viewport'

// Lazy parts arrive when a busy machine gets to them.
configure({ asyncUtilTimeout: 15_000 })

// What is waited for is looked for after each change: the page is written into the message only where a test fails.
const { getElementError } = getConfig()
configure({
  getElementError: (message, container) =>
    Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics')
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
})

// What waits for the first screen comes at once.
firstScreenShown()

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  countRequests()
  setViewport(390)
  restartPageLoad()
})
afterEach(async () => {
  cleanup()
  listenForSessionEnd(undefined)
  setPayment(idle)
  closedPayments.set([])
  vi.useRealTimers()
  await requestsAnswered()
  server.events.removeAllListeners()
  server.resetHandlers()
  window.localStorage.clear()
  window.sessionStorage.clear()
  dropSession()
  closeChat()
  chatOutbox.clear()
  clearCookies()
  forgetEvents()
  clearPaymentRequest()
  toasts.set([])
  sending.forget()
  document.getElementById('link-notice')?.remove()
})
afterAll(() => server.close())

window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}
Object.assign(window, { IntersectionObserver: Observer, ResizeObserver: Observer })

/** Takes what waits to be told, and tells it to nobody. */
function forgetEvents() {
  connectAnalytics(() => {})
  connectAnalytics()
}
