import './computed-style'
import './channels'
import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { listenForSessionEnd } from '#/api/unwrap'
import { restartPageLoad } from '#/app/guards/fresh-flow'
import { backgroundPayments } from '#/features/payments/background-payments'
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

// On a busy machine, lazy parts take long to load.
configure({ asyncUtilTimeout: 15_000 })

// Waiting functions look after each change.
// Print the page into the error message only if the test really fails.
const { getElementError } = getConfig()
configure({
  getElementError: (message, container) =>
    Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics')
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
})

// What waits for the first screen starts at once.
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
  backgroundPayments.set([])
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

/** Discards the tracked events that are waiting. */
function forgetEvents() {
  connectAnalytics(() => {})
  connectAnalytics()
}
