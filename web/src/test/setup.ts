import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { restartPageLoad } from '#/app/guards/fresh-flow'
import { closeChat } from '#/platform/chat'
import { firstScreenShown } from '#/platform/first-screen'
import { clearPaymentRequest } from '#/platform/payment-request'
import { dropSession } from '#/platform/session'
import { toasts } from '#/platform/toast'
import { server } from './server'
import { setViewport } from './viewport'

// Lazy parts arrive when a busy machine gets to them.
configure({ asyncUtilTimeout: 8000 })

// What waits for the first screen comes at once.
firstScreenShown()

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  setViewport(390)
  restartPageLoad()
})
afterEach(() => {
  cleanup()
  server.resetHandlers()
  window.localStorage.clear()
  window.sessionStorage.clear()
  dropSession()
  closeChat()
  clearPaymentRequest()
  toasts.set([])
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
