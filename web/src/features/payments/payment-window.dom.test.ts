import { describe, expect, test, vi } from 'vitest'
import { isPayOrigin, listenForPayment, openPaymentWindow, readPaymentMessage } from './payment-window'

describe('messages about a payment', () => {
  test.each([
    ['a string', 'rento:payment'],
    ['nothing', null],
    ['another type', { type: 'other', outcome: 'success' }],
    ['another outcome', { type: 'rento:payment', outcome: 'won' }],
  ])('%s is not one of ours', (_, data) => {
    expect(readPaymentMessage(data)).toBeUndefined()
  })

  test('only texts are taken over', () => {
    const data = { type: 'rento:payment', outcome: 'success', razorpay_payment_id: 'pay_1', razorpay_order_id: 7 }
    expect(readPaymentMessage(data)).toEqual({
      outcome: 'success',
      razorpay_payment_id: 'pay_1',
      razorpay_order_id: undefined,
      razorpay_signature: undefined,
    })
  })

  test('the isolated page has no origin; others must be ours', () => {
    expect(isPayOrigin('null', '')).toBe(true)
    expect(isPayOrigin(window.location.origin, '')).toBe(true)
    expect(isPayOrigin('https://pay.example', 'https://pay.example')).toBe(true)
    expect(isPayOrigin('https://evil.example', 'https://pay.example')).toBe(false)
    expect(isPayOrigin('', '')).toBe(false)
  })

  test('only the window that was opened is heard', () => {
    const hear = vi.fn()
    const stop = listenForPayment((source) => source === window, '', hear)
    const data = { type: 'rento:payment', outcome: 'dismissed' }
    window.dispatchEvent(new MessageEvent('message', { data, origin: 'null', source: null }))
    expect(hear).not.toHaveBeenCalled()
    window.dispatchEvent(new MessageEvent('message', { data, origin: 'null', source: window }))
    expect(hear).toHaveBeenCalledOnce()
    stop()
    window.dispatchEvent(new MessageEvent('message', { data, origin: 'null', source: window }))
    expect(hear).toHaveBeenCalledOnce()
  })

  test('each payment has a window of its own, and the former one is closed', () => {
    const windows = [0, 1].map(() => ({ document: {}, close: vi.fn() }))
    const open = vi.spyOn(window, 'open')
    for (const opened of windows) open.mockReturnValueOnce(opened as unknown as Window)
    openPaymentWindow('Paytm')
    openPaymentWindow('PhonePe')
    expect(open.mock.calls.map(([, name]) => name)).toEqual(['_blank', '_blank'])
    expect(windows.map(({ close }) => close.mock.calls.length)).toEqual([1, 0])
  })

  test('a blocked window is no window', () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    expect(openPaymentWindow('Paytm')).toBeUndefined()
  })
})
