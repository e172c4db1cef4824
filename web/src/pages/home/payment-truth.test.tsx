import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type DashboardData, dashboardQuery } from '#/api/dashboard'
import { dispatch } from '#/features/payments/dispatch'
import { currentPayment } from '#/features/payments/store'
import { type AnalyticsTask, connectAnalytics } from '#/platform/analytics'
import { announceChange } from '#/platform/changes'
import { connectReporter } from '#/platform/reporter'
import { timing } from '#/platform/timing'
import { toasts } from '#/platform/toast'
import { readServerTime } from '#/shared/server-clock'
import { requestPayment } from '#/state/payment-request'
import { confirmMandate, mandates } from '#/test/auto-debit'
import { bank } from '#/test/bank'
import { aDashboard, aPendingDebit, pendingDebitWords } from '#/test/builders'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { aPaymentOption, razorpayOptions } from '#/test/money-builders'
import { realTime } from '#/test/real-time'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

const tracked: AnalyticsTask[] = []
/** The tasks that the timer would repeat. */
let ticks: (() => void)[] = []

beforeEach(() => {
  tracked.length = 0
  ticks = []
  connectAnalytics((task) => tracked.push(task))
  connectReporter(() => {})
  vi.spyOn(timing, 'repeat').mockImplementation((_, task) => {
    ticks.push(task)
    return () => {}
  })
})

afterEach(() => {
  connectAnalytics()
  connectReporter(undefined)
})

const rentDue = { totalPayableAmount: 2500.5, totalPendingRentalDueAmount: 2500.5 }
const nothingDue: Parameters<typeof fault> = [409, 'Nothing is due.', { code: 'payment.nothing_due' }]
const payNow = () => screen.findByRole('button', { name: 'Pay Now' })
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name })
const paid = () => dialog('Payment Completed Succesfully')
const press = async (where: HTMLElement, name: string) => {
  const { default: userEvent } = await import('@testing-library/user-event')
  await userEvent.click(within(where).getByRole('button', { name }))
}

async function leaveFrame(change: Partial<DashboardData> = {}) {
  const bankOf = bank({ ...rentDue, ...change }, { isOnlyRazorpay: true, razorpayOptions: razorpayOptions() })
  const app = await renderAt('/home')
  await app.user.click(await payNow())
  await screen.findByTitle('Payment with Razorpay')
  await app.user.click(screen.getByRole('button', { name: 'Leave payment' }))
  const left = await dialog('This payment is not finished')
  return { ...bankOf, ...app, left }
}

describe('PAY-28: money that arrives late is said to have arrived', () => {
  test('a live change is asked about at once', async () => {
    const { state } = await leaveFrame()
    state.status = 300
    announceChange()
    expect(await paid()).toBeDefined()
  })

  test('without live changes it is asked about again and again', async () => {
    const { state, calls } = await leaveFrame()
    const before = calls.asked
    for (const tick of ticks) tick()
    await waitFor(() => expect(calls.asked).toBe(before + 1))
    expect(currentPayment().phase).toBe('unknown')
    state.status = 300
    for (const tick of ticks) tick()
    expect(await paid()).toBeDefined()
  })

  test('while the gateway is open, too, and a refusal there is left to the gateway', async () => {
    const { state } = bank(rentDue, { isOnlyRazorpay: true, razorpayOptions: razorpayOptions() })
    const { user } = await renderAt('/home')
    await user.click(await payNow())
    await screen.findByTitle('Payment with Razorpay')
    state.status = 200
    announceChange()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(currentPayment().phase).toBe('waiting')
    state.status = 300
    announceChange()
    expect(await paid()).toBeDefined()
  })

  test('Continue payment asks before it starts', async () => {
    const { state, calls, left } = await leaveFrame()
    state.status = 300
    await press(left, 'Continue payment')
    expect(await paid()).toBeDefined()
    expect(calls.created).toHaveLength(1)
  })

  test('nothing being due any more is no failure of what has arrived', async () => {
    const { state, left } = await leaveFrame()
    state.refusal = nothingDue
    let asked = 0
    server.use(
      http.get(call('/api/Payments/orderStatus'), () => {
        asked += 1
        return HttpResponse.json({ status: asked === 1 ? 100 : 300 })
      }),
    )
    await press(left, 'Continue payment')
    expect(await paid()).toBeDefined()
    expect(screen.queryByText('Payment failed')).toBeNull()
    expect(toasts.get()).toEqual([])
  })

  test('also after the bank has said no', async () => {
    const { state } = await leaveFrame()
    state.status = 200
    announceChange()
    await dialog('Payment failed')
    state.status = 300
    announceChange()
    expect(await paid()).toBeDefined()
  })
})

describe('PAY-26, PAY-28: a payment that was closed before its outcome is known', () => {
  const completed = () => tracked.filter(({ name }) => name === 'payment completed')
  const texts = () => toasts.get().map(({ text, tone }) => [tone, text])
  const closed = async () => {
    const app = await leaveFrame()
    await press(app.left, 'Close')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    return app
  }
  /** Closes the message that the outcome is unknown. */
  const closedInDoubt = async () => {
    vi.spyOn(timing, 'pause').mockImplementation(() => new Promise((resolve) => setTimeout(resolve, 0)))
    const bankOf = bank(rentDue, { isOnlyRazorpay: true, razorpayOptions: razorpayOptions() })
    const app = await renderAt('/home')
    await app.user.click(await payNow())
    const frame = (await screen.findByTitle('Payment with Razorpay')) as HTMLIFrameElement
    const data = { type: 'rento:payment', outcome: 'success' }
    window.dispatchEvent(new MessageEvent('message', { data, origin: 'null', source: frame.contentWindow }))
    await press(await dialog('We do not know yet whether this payment went through'), 'Close')
    expect(await screen.findByText('Please do not pay again.')).toBeDefined()
    return { ...bankOf, ...app }
  }
  const noMoreDoubt = () => waitFor(() => expect(screen.queryByText('Please do not pay again.')).toBeNull())

  test('is said to have arrived, is counted once, and home has the new figures', async () => {
    const { state } = await closed()
    state.dashboard = aDashboard()
    state.status = 300
    announceChange()
    await waitFor(() => expect(texts()).toEqual([['success', 'Your payment of ₹2,500.50 has arrived.']]))
    const properties = { mode: 'manual', paymentType: 'due', amount: 2500.5 }
    expect(completed()).toEqual([expect.objectContaining({ properties })])
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Pay Now' })).toBeNull())
    expect([screen.queryByRole('dialog'), currentPayment().phase]).toEqual([null, 'idle'])
    announceChange()
    for (const tick of ticks) tick()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(completed()).toHaveLength(1)
  })

  test('is asked about again and again without live changes, for half an hour', async () => {
    const { calls } = await closed()
    const before = calls.asked
    for (const tick of ticks) tick()
    await waitFor(() => expect(calls.asked).toBe(before + 1))
    const later = realTime() + 30 * 60_000
    vi.spyOn(Date, 'now').mockReturnValue(later)
    for (const tick of ticks) tick()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(calls.asked).toBe(before + 1)
  })

  test('takes nothing away from what the person does by then', async () => {
    const { state, router } = await closed()
    await router.navigate({ to: '/home', search: { requestType: 'repair-request' } })
    await dialog('Repair Request')
    state.status = 300
    announceChange()
    await waitFor(() => expect(texts()).toEqual([['success', 'Your payment of ₹2,500.50 has arrived.']]))
    expect(await dialog('Repair Request')).toBeDefined()
  })

  test('home no longer asks to wait once it has arrived', async () => {
    const { state } = await closedInDoubt()
    state.status = 300
    announceChange()
    await noMoreDoubt()
    expect(texts()).toEqual([['success', 'Your payment of ₹2,500.50 has arrived.']])
    expect(completed()).toHaveLength(1)
  })

  test('has failed after all is told to who was asked to wait, and what arrives at another try is told too', async () => {
    const { state } = await closedInDoubt()
    state.status = 200
    announceChange()
    await noMoreDoubt()
    expect(texts()).toEqual([['error', 'Your payment of ₹2,500.50 did not go through.']])
    toasts.set([])
    state.status = 300
    announceChange()
    await waitFor(() => expect(texts()).toEqual([['success', 'Your payment of ₹2,500.50 has arrived.']]))
  })

  test('goes back is told as that, and is no payment that was completed', async () => {
    const { state } = await closed()
    Object.assign(state, { status: 200, returned: 2500.5 })
    announceChange()
    await waitFor(() => expect(texts()).toEqual([['success', 'Your ₹2,500.50 goes back to you']]))
    expect(completed()).toEqual([])
  })

  test('has failed is no news to who has left the gateway', async () => {
    const { state, calls } = await closed()
    const before = calls.asked
    state.status = 200
    announceChange()
    await waitFor(() => expect(calls.asked).toBe(before + 1))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(texts()).toEqual([])
  })

  test('begun again, is shown on its screen and counted once', async () => {
    const { state, user } = await closed()
    await user.click(await payNow())
    await screen.findByTitle('Payment with Razorpay')
    state.status = 300
    announceChange()
    expect(await paid()).toBeDefined()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect([texts(), completed().length]).toEqual([[], 1])
  })

  test('a sheet in which nothing was opened is not asked about', async () => {
    const { calls } = bank(rentDue)
    const { user } = await renderAt('/home')
    await user.click(await payNow())
    await press(await dialog('Choose payment mode'), 'Close')
    announceChange()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(calls.asked).toBe(0)
  })
})

describe('who has left the gateway and paid nothing', () => {
  test('is told so at once, and may go on', async () => {
    const { state, calls } = bank(rentDue, { isOnlyRazorpay: true, razorpayOptions: razorpayOptions() })
    state.nothingPaid = true
    const { user } = await renderAt('/home')
    await user.click(await payNow())
    await screen.findByTitle('Payment with Razorpay')
    await user.click(screen.getByRole('button', { name: 'Leave payment' }))
    const unpaid = await dialog('Nothing was paid yet')
    // Home behind the dialog does not say so either.
    await waitFor(() => expect(screen.queryByText(/do not pay again/)).toBeNull())
    await press(unpaid, 'Continue payment')
    expect(await screen.findByTitle('Payment with Razorpay')).toBeDefined()
    expect(calls.created).toHaveLength(2)
  })

  test('is told so by Check again, and is not asked to wait', async () => {
    const { state, left } = await leaveFrame()
    state.nothingPaid = true
    await press(left, 'Check again')
    const unpaid = await dialog('Nothing was paid yet')
    expect(within(unpaid).getByRole('button', { name: 'Continue payment' })).toBeDefined()
    state.status = 300
    announceChange()
    expect(await paid()).toBeDefined()
  })

  test('may still go on when the gateway does not answer to Check again', async () => {
    vi.spyOn(timing, 'pause').mockResolvedValue()
    const { left, calls } = await leaveFrame()
    const before = calls.asked
    await press(left, 'Check again')
    const again = await dialog('This payment is not finished')
    await waitFor(() => expect(calls.asked).toBe(before + 3))
    expect(within(again).getByRole('button', { name: 'Continue payment' })).toBeDefined()
    expect(within(again).queryByText('Please do not pay again.')).toBeNull()
  })

  test('an earlier payment in the way that the gateway does not have may be gone on from', async () => {
    const { state } = bank(rentDue)
    state.refusal = [409, 'Your last payment is still being confirmed.', { rmTransactionId: 499 }]
    const { user } = await renderAt('/home')
    await user.click(await payNow())
    const unknown = await dialog('We do not know yet whether this payment went through')
    expect(within(unknown).queryByRole('button', { name: 'Continue payment' })).toBeNull()
    state.nothingPaid = true
    state.refusal = undefined
    await press(unknown, 'Check again')
    await press(await dialog('Nothing was paid yet'), 'Continue payment')
    expect(await dialog('Choose payment mode')).toBeDefined()
  })

  test('is not invited to pay where the gateway has said that it was paid', async () => {
    const { state } = bank(rentDue, { isOnlyRazorpay: true, razorpayOptions: razorpayOptions() })
    vi.spyOn(timing, 'pause').mockResolvedValue()
    state.nothingPaid = true
    const { user } = await renderAt('/home')
    await user.click(await payNow())
    const frame = (await screen.findByTitle('Payment with Razorpay')) as HTMLIFrameElement
    const data = { type: 'rento:payment', outcome: 'success' }
    window.dispatchEvent(new MessageEvent('message', { data, origin: 'null', source: frame.contentWindow }))
    await press(await dialog('We do not know yet whether this payment went through'), 'Check again')
    const unknown = await dialog('We do not know yet whether this payment went through')
    expect(within(unknown).queryByRole('button', { name: 'Continue payment' })).toBeNull()
  })
})

describe('what fell due while a payment was under way', () => {
  test('is named on the screen of success, and what has been paid is not', async () => {
    const { state, left } = await leaveFrame({ dueParts: [{ kind: 'rent', amount: 2500.5 }] })
    const parts = [{ kind: 'late_fee' as const, amount: 20 }]
    state.dashboard = aDashboard({ totalPayableAmount: 20, pendingLateFeeAmount: 20, dueParts: parts })
    state.status = 300
    await press(left, 'Check again')
    const success = await paid()
    expect(await within(success).findByText(/so ₹20 is still to be paid\.$/)).toBeDefined()
    expect(within(success).getByText('Late fees')).toBeDefined()
    expect(within(success).queryByText('Rent')).toBeNull()
  })

  test('nothing is said where nothing did, nor by figures of before', async () => {
    const { state, left } = await leaveFrame()
    const watched: string[] = []
    const observer = new MutationObserver(() => watched.push(document.body.textContent ?? ''))
    observer.observe(document.body, { childList: true, subtree: true })
    state.dashboard = aDashboard()
    state.status = 300
    await press(left, 'Check again')
    await paid()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Pay Now', hidden: true })).toBeNull())
    observer.disconnect()
    expect(watched.filter((text) => text.includes('still to be paid'))).toEqual([])
  })
})

describe('nothing to pay', () => {
  test('is said when the figures on screen were old, and they are asked for again', async () => {
    const { state } = bank(rentDue)
    const { user } = await renderAt('/home')
    await payNow()
    state.refusal = nothingDue
    state.dashboard = aDashboard()
    await user.click(await payNow())
    const clear = await dialog('Nothing to pay')
    expect(within(clear).getByText('No rent is due right now.')).toBeDefined()
    expect(screen.queryByText('Payment failed')).toBeNull()
    expect(toasts.get()).toEqual([])
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Pay Now', hidden: true })).toBeNull())
  })

  test.each([
    ['nothing is due', { isAutoDebitRequired: true }],
    ['a deposit is held', { isAutoDebitRequired: true, depositBalance: 5000 }],
  ])('EASYPAY-32: is said by the link to auto debit when %s', async (_, change) => {
    const { calls } = bank(change)
    const { user } = await renderAt('/home?showAutoDebit=true')
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    const clear = await dialog('Nothing to pay')
    expect(within(clear).getByText('Auto Debit is set up without a payment.')).toBeDefined()
    expect(screen.queryByText(/₹/, { selector: 'button' })).toBeNull()
    expect(calls.created).toEqual([])
    // If nothing can set auto debit up, no button leads there.
    expect(within(clear).queryByRole('button', { name: 'Set Auto Debit' })).toBeNull()
  })

  test('and leads to where auto debit is set up, with Back to home', async () => {
    bank({ isAutoDebitRequired: true, paymentOptions: [aPaymentOption()] })
    const { user, location } = await renderAt('/home?showAutoDebit=true')
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    await press(await dialog('Nothing to pay'), 'Set Auto Debit')
    await waitFor(() => expect(location().search).toEqual({ paymentMode: 'easy-payment', paymentType: 'auto-debit' }))
    expect(screen.queryByRole('dialog', { name: 'Nothing to pay' })).toBeNull()
  })

  test('a missing deposit is offered as a deposit, never as rent', async () => {
    const { calls } = bank({ isAutoDebitRequired: true, depositBalance: -2160 })
    const { user } = await renderAt('/home?showAutoDebit=true')
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    await press(await dialog('No rent to pay'), 'Pay deposit of ₹2,160')
    expect(await dialog('Choose payment mode')).toBeDefined()
    expect([calls.deposits, calls.created]).toEqual([1, []])
  })

  test('rent that is due beside a missing deposit is shown as rent', async () => {
    bank({ isAutoDebitRequired: true, depositBalance: -2160, paymentOptions: [aPaymentOption()], ...rentDue })
    const { user } = await renderAt('/home?showAutoDebit=true')
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    const choice = await dialog('Choose payment mode')
    expect(within(choice).getByRole('button', { name: 'Set Auto Debit and pay ₹2,500.50' })).toBeDefined()
  })

  test('an empty list of gateways says why, and can be asked for again', async () => {
    const { state } = bank(rentDue)
    const { gateways } = state
    state.gateways = []
    const { user } = await renderAt('/home')
    await user.click(await payNow())
    const choice = await dialog('Choose payment mode')
    expect(within(choice).getByText('You cannot pay here right now')).toBeDefined()
    expect(within(choice).getByText(/Nothing has been charged/)).toBeDefined()
    expect(within(choice).queryByRole('button', { name: /^Pay/ })).toBeNull()
    state.gateways = gateways
    await press(choice, 'Try again')
    expect(await screen.findByRole('button', { name: 'Pay ₹2,500.50' })).toBeDefined()
  })
})

describe('a way to pay that cannot be used', () => {
  test('without any way to set auto debit up it says so, and leads to paying manually', async () => {
    const { calls } = bank({ ...rentDue, isAutoDebitRequired: true, paymentOptions: [] })
    const { user } = await renderAt('/home?showAutoDebit=true')
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    const choice = await dialog('Choose payment mode')
    expect(within(choice).getByText('No options yet!')).toBeDefined()
    expect(within(choice).getByText(/^Auto Debit cannot be set up right now/)).toBeDefined()
    expect(within(choice).getByText('₹2,500.50')).toBeDefined()
    const buttons = within(choice).getAllByRole<HTMLButtonElement>('button')
    expect(buttons.map((button) => [button.textContent, button.disabled])).toEqual([
      ['', false],
      ['Pay manually', false],
    ])
    await press(choice, 'Pay manually')
    expect(await screen.findByRole('button', { name: 'Pay ₹2,500.50' })).toBeDefined()
    expect(calls.created).toEqual([{ isAutoDebit: false }])
  })

  test('a way to set auto debit up that is not offered any more gives way to one that is', async () => {
    const netBanking = aPaymentOption({ uniqueId: 'o-2', name: 'Net banking', paymentMethod: 'netbanking' })
    const due = { ...rentDue, isAutoDebitRequired: true }
    const { state, calls } = bank({ ...due, paymentOptions: [aPaymentOption(), netBanking] })
    const { user, queryClient } = await renderAt('/home?showAutoDebit=true')
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    const choice = await dialog('Choose payment mode')
    await user.click(await within(choice).findByRole('radio', { name: /^Net banking/ }))
    state.dashboard = aDashboard({ ...due, paymentOptions: [aPaymentOption()] })
    await queryClient.invalidateQueries({ queryKey: dashboardQuery(7).queryKey })
    expect(await within(choice).findByRole('radio', { name: /^UPI AutoPay/, checked: true })).toBeDefined()
    mandates()
    await press(choice, 'Set Auto Debit and pay ₹2,500.50')
    await confirmMandate()
    await waitFor(() => expect(calls.created).toEqual([{ isAutoDebit: true, paymentMethod: 'upi' }]))
  })

  test('a gateway that is not offered any more gives way to the usual one', async () => {
    const { state, calls, open } = bank(rentDue)
    const { user, queryClient } = await renderAt('/home')
    await user.click(await payNow())
    const choice = await dialog('Choose payment mode')
    await user.click(within(choice).getByRole('radio', { name: /^Paytm/ }))
    state.gateways = state.gateways.filter(({ name }) => name !== 'Paytm')
    Object.assign(open, { rmTransactionId: 502, pgOptions: { amount: 310000 } })
    state.dashboard = aDashboard({ totalPayableAmount: 3100, totalPendingRentalDueAmount: 3100 })
    await queryClient.invalidateQueries()
    await user.click(await screen.findByRole('button', { name: 'Pay ₹3,100' }))
    await waitFor(() => expect(calls.started).toMatchObject([{ gateway: 'razorpay' }]))
  })
})

describe('a payment that hangs at the gateway', () => {
  test('is shown with its age when Pay Now is pressed again, and one can go on', async () => {
    const { calls } = bank(rentDue, { underWaySeconds: 12 * 60, underWayAt: 'Paytm' })
    const { user } = await renderAt('/home')
    await user.click(await payNow())
    const pending = await dialog('A payment of ₹2,500.50 is under way')
    expect(within(pending).getByText('It was begun 12 minutes ago.')).toBeDefined()
    expect(within(pending).getByRole('button', { name: 'Check again' })).toBeDefined()
    await press(pending, 'Continue payment')
    // The server refuses every other gateway until this one has decided.
    const choice = await dialog('Choose payment mode')
    expect(
      within(choice)
        .getAllByRole('radio')
        .map((radio) => radio.getAttribute('aria-label') ?? radio.closest('label')?.textContent),
    ).toEqual([expect.stringMatching(/^Paytm/)])
    expect(calls.created).toHaveLength(2)
  })

  test('is the same payment on home and in the sheet when another amount is due by now', async () => {
    const { state } = bank({ ...rentDue, pendingPayments: [hanging('due', 120)] })
    state.refusal = [
      409,
      'Your last payment is still being confirmed.',
      { rmTransactionId: 499, underWaySeconds: 7200 },
    ]
    const { user } = await renderAt('/home')
    expect(
      await screen.findByText(/still confirming your payment of ₹2,500.50, which was begun 2 hours ago/),
    ).toBeDefined()
    await user.click(await payNow())
    const earlier = await dialog('A payment of ₹2,500.50 is under way')
    expect(within(earlier).getByText('It was begun 2 hours ago.')).toBeDefined()
    expect(within(earlier).getByText('We keep asking the bank and tell you the result.')).toBeDefined()
    expect(within(earlier).queryByRole('button', { name: 'Continue payment' })).toBeNull()
  })

  test('is shown on the way to auto debit too, and going on opens it', async () => {
    const option = aPaymentOption()
    const { calls } = bank(
      { ...rentDue, isAutoDebitRequired: true, paymentOptions: [option] },
      { underWaySeconds: 12 * 60, razorpayOptions: razorpayOptions() },
    )
    const { user } = await renderAt('/home?showAutoDebit=true')
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    mandates()
    await user.click(await screen.findByRole('button', { name: /Set Auto Debit and pay/ }))
    await confirmMandate()
    const pending = await dialog('A payment of ₹2,500.50 is under way')
    expect(screen.queryByTitle('Payment with Razorpay')).toBeNull()
    await press(pending, 'Continue payment')
    expect(await screen.findByTitle('Payment with Razorpay')).toBeDefined()
    expect(calls.created).toEqual([
      { isAutoDebit: true, paymentMethod: 'upi' },
      { isAutoDebit: true, paymentMethod: 'upi' },
    ])
  })

  const hanging = (kind: 'due' | 'deposit', minutes: number) => ({
    kind,
    amount: 2500.5,
    since: new Date(realTime() - minutes * 60_000).toISOString(),
    isAutoDebit: false,
    until: null,
  })

  test('as a debit stands on home with its day and by when it is decided, and nothing can be paid beside it', async () => {
    const dueDays = [{ dueDate: '2026-11-20', isOverdue: false, amount: 2500.5 }]
    const { calls } = bank({ ...rentDue, dueDays, isAutoDebitInProgress: true, pendingPayments: [aPendingDebit] })
    await renderAt('/home')
    expect(await screen.findByText(pendingDebitWords)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Pay Now' })).toBeNull()
    expect(screen.queryByText('Due by 20 Nov 2026')).toBeNull()
    requestPayment({ type: 'due', autoDebit: false })
    const told = await dialog('Pay Rent')
    expect(await within(told).findByText(pendingDebitWords)).toBeDefined()
    expect(within(told).queryByRole('button', { name: /Pay/ })).toBeNull()
    expect(calls.created).toEqual([])
  })

  test('stands on home with its age, and Pay Now leads to it past the promotion of auto debit', async () => {
    bank({ ...rentDue, isAutoDebitRequired: true, pendingPayments: [hanging('due', 12)] }, { underWaySeconds: 12 * 60 })
    const { user, location } = await renderAt('/home')
    const line = 'The bank is still confirming your payment of ₹2,500.50, which was begun 12 minutes ago.'
    expect(await screen.findByText(line)).toBeDefined()
    await user.click(await payNow())
    expect(await dialog('A payment of ₹2,500.50 is under way')).toBeDefined()
    expect(location().search).not.toMatchObject({ showAutoDebit: 'true' })
  })

  test('has its age by the clock of the server, however wrong that of the device is', async () => {
    bank(rentDue)
    const payment = { ...hanging('due', 12), since: '2026-11-12T06:18:00Z' }
    server.use(
      http.get(call('/api/Dashboards/dashboardData'), () =>
        HttpResponse.json(aDashboard({ ...rentDue, pendingPayments: [payment] }), {
          headers: { Date: 'Thu, 12 Nov 2026 06:30:00 GMT' },
        }),
      ),
    )
    await renderAt('/home')
    const line = 'The bank is still confirming your payment of ₹2,500.50, which was begun 12 minutes ago.'
    expect(await screen.findByText(line)).toBeDefined()
    readServerTime(new Response('', { headers: { Date: new Date(realTime()).toUTCString() } }))
  })

  test('comes before the news that auto debit is active', async () => {
    bank(
      { ...rentDue, isAutoDebitInProgress: true, pendingPayments: [hanging('due', 12)] },
      { underWaySeconds: 12 * 60 },
    )
    const { user } = await renderAt('/home')
    await user.click(await payNow())
    expect(await dialog('A payment of ₹2,500.50 is under way')).toBeDefined()
  })

  test('of a deposit is said at the deposit alone, and keeps nobody from the promotion for the rent', async () => {
    bank({ ...rentDue, depositBalance: -500, isAutoDebitRequired: true, pendingPayments: [hanging('deposit', 180)] })
    const { user, location } = await renderAt('/home')
    const line = await screen.findByText(/which was begun 3 hours ago/)
    expect(within(line.closest('section') as HTMLElement).getByRole('button', { name: 'Pay Now' })).toBeDefined()
    await user.click(await screen.findByRole('button', { name: /Pay ₹2,500.50 Now/ }))
    await waitFor(() => expect(location().search).toMatchObject({ showAutoDebit: 'true' }))
  })

  test('at another gateway is shown in place of "failed"', async () => {
    bank(rentDue)
    server.use(
      http.post(call('/api/Payments/startPayment'), () =>
        fault(409, 'Your last payment is still being confirmed.', {
          code: 'payment.under_way',
          rmTransactionId: 501,
          underWaySeconds: 120,
        }),
      ),
    )
    const { user } = await renderAt('/home')
    await user.click(await payNow())
    await press(await dialog('Choose payment mode'), 'Pay ₹2,500.50')
    const unknown = await dialog('We do not know yet whether this payment went through')
    expect(within(unknown).getByText('It was begun 2 minutes ago.')).toBeDefined()
    expect(screen.queryByText('Payment failed')).toBeNull()
  })

  test('of which nothing is due any more in that amount is refused in the words of the server, with new figures', async () => {
    const { state } = bank(rentDue)
    server.use(
      http.post(call('/api/Payments/startPayment'), () =>
        fault(409, 'What is due has changed. Please start the payment again.', { code: 'payment.due_changed' }),
      ),
    )
    const { user, queryClient } = await renderAt('/home')
    await user.click(await payNow())
    state.dashboard = aDashboard({ totalPayableAmount: 900, totalPendingRentalDueAmount: 900 })
    await press(await dialog('Choose payment mode'), 'Pay ₹2,500.50')
    const failed = await dialog('Payment failed')
    expect(within(failed).getByText('What is due has changed. Please start the payment again.')).toBeDefined()
    await waitFor(() =>
      expect(queryClient.getQueryData(dashboardQuery(7).queryKey)).toMatchObject({ totalPayableAmount: 900 }),
    )
  })

  test('one that stands in the way of another amount tells its age, and does not invite to pay', async () => {
    const { state } = bank(rentDue)
    state.refusal = [
      409,
      'Your last payment is still being confirmed.',
      { rmTransactionId: 499, underWaySeconds: 7200 },
    ]
    const { user } = await renderAt('/home')
    await user.click(await payNow())
    const unknown = await dialog('We do not know yet whether this payment went through')
    expect(within(unknown).getByText('It was begun 2 hours ago.')).toBeDefined()
    expect(within(unknown).queryByRole('button', { name: 'Continue payment' })).toBeNull()
  })
})

describe('a reload', () => {
  /** Simulates a reload: the memory is empty, and what was stored is still there. */
  async function reload(unmount: () => void) {
    unmount()
    dispatch({ type: 'leave' })
    return renderAt('/home')
  }

  test('opens the sheet again in which somebody was choosing, and asks nobody to wait', async () => {
    const { calls } = bank(rentDue)
    const { user, unmount } = await renderAt('/home')
    await user.click(await payNow())
    await dialog('Choose payment mode')
    const watched: string[] = []
    const observer = new MutationObserver(() => watched.push(document.body.textContent ?? ''))
    observer.observe(document.body, { childList: true, subtree: true })
    await reload(unmount)
    expect(await dialog('Choose payment mode')).toBeDefined()
    observer.disconnect()
    expect(watched.filter((text) => /do not pay again|Confirming/.test(text))).toEqual([])
    expect(calls.started).toEqual([])
    expect(tracked.filter(({ name }) => name === 'payment attempted')).toHaveLength(1)
  })

  test('after the word of the gateway, without an answer, offers nothing but to check again', async () => {
    bank(rentDue, { isOnlyRazorpay: true, razorpayOptions: razorpayOptions() })
    vi.spyOn(timing, 'pause').mockImplementation(() => new Promise((resolve) => setTimeout(resolve, 0)))
    const { user, unmount } = await renderAt('/home')
    await user.click(await payNow())
    const frame = (await screen.findByTitle('Payment with Razorpay')) as HTMLIFrameElement
    const data = { type: 'rento:payment', outcome: 'success' }
    window.dispatchEvent(new MessageEvent('message', { data, origin: 'null', source: frame.contentWindow }))
    await dialog('We do not know yet whether this payment went through')
    const { unmount: leave } = await reload(unmount)
    const unknown = await dialog('We do not know yet whether this payment went through')
    expect(within(unknown).queryByRole('button', { name: 'Continue payment' })).toBeNull()
    await press(unknown, 'Close')
    leave()
    // Another shell in the same page load, in which the customer closed the dialog.
    await renderAt('/home')
    await payNow()
    expect(currentPayment().phase).toBe('idle')
  })

  test('asks about a payment whose outcome is not known, though another sheet was opened and closed since', async () => {
    const { open } = bank(
      { ...rentDue, depositBalance: -500 },
      { isOnlyRazorpay: true, razorpayOptions: razorpayOptions() },
    )
    const { user, unmount } = await renderAt('/home')
    await user.click(await screen.findByRole('button', { name: /Pay ₹2,500.50 Now/ }))
    const frame = (await screen.findByTitle('Payment with Razorpay')) as HTMLIFrameElement
    const data = { type: 'rento:payment', outcome: 'success' }
    window.dispatchEvent(new MessageEvent('message', { data, origin: 'null', source: frame.contentWindow }))
    await press(await dialog('We do not know yet whether this payment went through'), 'Close')
    Object.assign(open, { rmTransactionId: 502, uniqueId: 'u-502', isOnlyRazorpay: false })
    await user.click(await payNow())
    await press(await dialog('Choose payment mode'), 'Close')
    expect(JSON.parse(window.sessionStorage.getItem('openPayment') ?? 'null')).toMatchObject({
      unknownReason: 'silent',
      transaction: { rmTransactionId: 501 },
    })
    unmount()
  })

  test('of the sheet, after which it was paid elsewhere, says so', async () => {
    const { state } = bank(rentDue)
    const { user, unmount } = await renderAt('/home')
    await user.click(await payNow())
    await dialog('Choose payment mode')
    state.status = 300
    await reload(unmount)
    expect(await paid()).toBeDefined()
  })

  test('opens the choice of auto debit again', async () => {
    bank({ ...rentDue, isAutoDebitRequired: true, paymentOptions: [aPaymentOption()] })
    const { user, unmount } = await renderAt('/home?showAutoDebit=true')
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    await screen.findByRole('button', { name: /Set Auto Debit and pay/ })
    await reload(unmount)
    expect(await screen.findByRole('button', { name: /Set Auto Debit and pay/ })).toBeDefined()
  })

  test('a sheet over which the sum that is due changes shows the new one', async () => {
    const { state, calls, open } = bank(rentDue)
    const { user, queryClient } = await renderAt('/home')
    await user.click(await payNow())
    const sheet = await dialog('Choose payment mode')
    expect(within(sheet).getByRole('button', { name: 'Pay ₹2,500.50' })).toBeDefined()
    Object.assign(open, { rmTransactionId: 502, pgOptions: { amount: 310000 } })
    state.dashboard = aDashboard({ totalPayableAmount: 3100, totalPendingRentalDueAmount: 3100 })
    await queryClient.invalidateQueries()
    expect(await screen.findByRole('button', { name: 'Pay ₹3,100' })).toBeDefined()
    expect(calls.created).toHaveLength(2)
    await queryClient.invalidateQueries()
    expect(calls.created).toHaveLength(2)
  })

  test('after the sheet was closed opens nothing', async () => {
    bank(rentDue)
    const { user, unmount } = await renderAt('/home')
    await user.click(await payNow())
    await press(await dialog('Choose payment mode'), 'Close')
    await reload(unmount)
    await payNow()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('whoever has an active mandate', () => {
  // As the server sends it: with an active mandate, nothing more is required.
  const mandate = { isAutoDebitRequired: false, hasActiveMandate: true }

  test('sees no promotion, and is told that auto debit is set up', async () => {
    bank(mandate)
    const { location } = await renderAt('/home?showAutoDebit=true')
    await waitFor(() => expect(location().search).toEqual({}))
    expect(toasts.get()).toEqual([expect.objectContaining({ text: 'Auto Debit is already set up.' })])
    expect(tracked.map(({ name }) => name)).not.toContain('auto debit dialog shown')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('PAYOK-05: setting auto debit up with a payment is not followed by its advertisement', async () => {
    const option = aPaymentOption()
    bank({ ...rentDue, isAutoDebitRequired: true, paymentOptions: [option] }, { walletPaid: true })
    const { user } = await renderAt('/home?showAutoDebit=true')
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    mandates()
    await user.click(await screen.findByRole('button', { name: /Set Auto Debit and pay/ }))
    await confirmMandate()
    expect(within(await paid()).queryByText('Hassle free payments with Auto Debit')).toBeNull()
  })
})
