import { afterEach, describe, expect, test, vi } from 'vitest'
import { connectAnalytics, identify, resetIdentity, track } from './analytics'
import { forgetOpenPayment, readOpenPayment, rememberOpenPayment } from './open-payment'
import { isPaymentOpen, OPEN_PAYMENT_MS } from './payment-mark'
import { isPayOrigin, listenForPayment, openPaymentWindow, readPaymentMessage } from './payment-window'
import { safeFragment } from './safe-html'
import { announcePayment, listenForPaymentElsewhere } from './tabs'

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

  test('a blocked window is no window', () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    expect(openPaymentWindow('Paytm')).toBeUndefined()
  })
})

describe('the payment under way', () => {
  const open = {
    stage: 'gateway',
    customerId: 7,
    transaction: { rmTransactionId: 501, uniqueId: 'u-501', amountPaise: 1 },
    type: 'due',
    autoDebit: false,
    startedAt: 1000,
  } as const

  test('survives a reload for the same person and for half an hour', () => {
    rememberOpenPayment(open)
    expect(readOpenPayment(7, 2000)).toEqual(open)
    expect(readOpenPayment(8, 2000)).toBeUndefined()
    expect(readOpenPayment(7, 1000 + OPEN_PAYMENT_MS)).toBeUndefined()
    expect(isPaymentOpen(2000)).toBe(true)
    forgetOpenPayment()
    expect(readOpenPayment(7, 2000)).toBeUndefined()
    expect(isPaymentOpen(2000)).toBe(false)
  })

  test('a sheet in which somebody only chooses survives too, and is no payment', () => {
    const sheet = { stage: 'sheet', customerId: 7, type: 'due', autoDebit: true, startedAt: 1000 } as const
    rememberOpenPayment(sheet)
    expect(readOpenPayment(7, 2000)).toEqual(sheet)
    expect(isPaymentOpen(2000)).toBe(false)
  })

  test('what somebody else has written there is ignored', () => {
    window.sessionStorage.setItem('openPayment', '{"rmTransactionId":"1"}')
    expect(readOpenPayment(7)).toBeUndefined()
    window.sessionStorage.setItem('openPayment', '{broken')
    expect(readOpenPayment(7)).toBeUndefined()
  })
})

describe('analytics', () => {
  afterEach(() => connectAnalytics())

  test('CONST-24: the queue is paused until a service is connected, then nothing is lost', () => {
    track('payment attempted', { mode: 'manual' })
    const sink = vi.fn()
    connectAnalytics(sink)
    expect(sink).toHaveBeenCalledWith({ kind: 'track', name: 'payment attempted', properties: { mode: 'manual' } })
    track('payment completed')
    expect(sink).toHaveBeenCalledTimes(2)
  })

  test('CONST-25: identify and reset are also told to the wrappers, events are not', () => {
    const postMessage = vi.fn()
    Object.assign(window, { ReactNativeWebView: { postMessage } })
    connectAnalytics(() => {})
    track('dashboard viewed')
    expect(postMessage).not.toHaveBeenCalled()
    identify(7)
    resetIdentity()
    expect(postMessage.mock.calls.map(([text]) => JSON.parse(text).kind)).toEqual(['identify', 'reset'])
    Object.assign(window, { ReactNativeWebView: undefined })
  })
})

describe('HTML of the server', () => {
  const kept = (html: string) => {
    const holder = document.createElement('div')
    holder.append(safeFragment(html))
    return holder.innerHTML
  }

  test.each([
    [
      'inline tags stay',
      '<b>₹766</b> and <i>20</i><br><ul><li>one</li></ul>',
      '<b>₹766</b> and <i>20</i><br><ul><li>one</li></ul>',
    ],
    ['scripts go', 'a<script>alert(1)</script>b', 'ab'],
    ['handlers go', '<b onclick="alert(1)">x</b>', '<b>x</b>'],
    ['images go', 'x<img src=x onerror=alert(1)>', 'x'],
    ['styles and classes go', '<p style="position:fixed" class="x">y</p>', '<p>y</p>'],
    [
      'plain-http links lose their target',
      '<a href="http://x.example">x</a>',
      '<a target="_blank" rel="noopener noreferrer">x</a>',
    ],
    [
      'script links lose it too',
      '<a href="javascript:alert(1)">x</a>',
      '<a target="_blank" rel="noopener noreferrer">x</a>',
    ],
    [
      'secure links open apart',
      '<a href="https://x.example/">x</a>',
      '<a href="https://x.example/" target="_blank" rel="noopener noreferrer">x</a>',
    ],
  ])('%s', (_, html, result) => {
    expect(kept(html)).toBe(result)
  })
})

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
