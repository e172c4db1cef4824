import { describe, expect, test, vi } from 'vitest'
import { announcePayment, listenForPaymentElsewhere } from './payment-tabs'

describe('other tabs', () => {
  test('hear of a payment, this one does not hear itself', async () => {
    const here = vi.fn()
    const elsewhere = new BroadcastChannel('payments')
    const heard = new Promise((resolve) => elsewhere.addEventListener('message', resolve, { once: true }))
    const stop = listenForPaymentElsewhere(here)
    announcePayment()
    await heard
    expect(here).not.toHaveBeenCalled()
    stop()
    elsewhere.close()
  })
})
