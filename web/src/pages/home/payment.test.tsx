import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type DashboardData, dashboardQuery } from '#/api/dashboard'
import { dispatch } from '#/features/payments/dispatch'
import { currentPayment } from '#/features/payments/store'
import { type AnalyticsTask, connectAnalytics } from '#/platform/analytics'
import { connectReporter } from '#/platform/reporter'
import { timing } from '#/platform/timing'
import { toasts } from '#/platform/toast'
import { requestPayment } from '#/state/payment-request'
import { markDirectLogin } from '#/state/session'
import { aPackage } from '#/test/advance-rent'
import { confirmMandate, mandates } from '#/test/auto-debit'
import { bank } from '#/test/bank'
import { aDashboard } from '#/test/builders'
import { call, http } from '#/test/contract'
import { planned } from '#/test/easy-payment'
import { fault } from '#/test/handlers'
import { aGateway, aPaymentOption, aTransaction, razorpayOptions } from '#/test/money-builders'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

const tracked: AnalyticsTask[] = []
const reported: string[] = []

beforeEach(() => {
  tracked.length = 0
  reported.length = 0
  connectReporter(({ error }) => reported.push((error as Error).message))
  connectAnalytics((task) => tracked.push(task))
  // Disable polling, which would add calls on a slow machine.
  vi.spyOn(timing, 'repeat').mockReturnValue(() => {})
  vi.spyOn(timing, 'pause').mockImplementation(() => new Promise((resolve) => setTimeout(resolve, 0)))
})

afterEach(() => {
  connectAnalytics()
  connectReporter(undefined)
})

const rentDue = { totalPayableAmount: 2500.5, totalPendingRentalDueAmount: 2500.5 }
const success = {
  type: 'rento:payment',
  outcome: 'success',
  razorpay_payment_id: 'pay_1',
  razorpay_order_id: 'order_1',
  razorpay_signature: 'sig',
}

async function frameSays(data: object) {
  const frame = (await screen.findByTitle('Payment with Razorpay')) as HTMLIFrameElement
  window.dispatchEvent(new MessageEvent('message', { data, origin: 'null', source: frame.contentWindow }))
  return frame
}

const labelOf = (radio: HTMLElement) => (radio as HTMLInputElement).labels?.[0]?.textContent ?? ''
const payNow = () => screen.findByRole('button', { name: 'Pay Now' })
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name })

describe('choosing how to pay', () => {
  test('PAY-06, PAY-07, PAY-08, PAY-09, PAY-10, PAY-11, PAY-12, PAY-13, PAY-14, PAY-21, PAY-24, PAY-25, PAY-33, PAY-35, PAY-46, ENTITY-56: the dialog of a manual payment', async () => {
    const { calls } = bank(rentDue)
    const { user } = await renderAt('/home')
    await user.click(await payNow())
    const choice = await dialog('Choose payment mode')
    expect(calls.created).toEqual([{ isAutoDebit: false }])
    expect(tracked).toContainEqual(
      expect.objectContaining({ name: 'payment attempted', properties: { mode: 'manual', paymentType: 'due' } }),
    )
    const total = within(choice).getByText('Total Amount Payable').closest('p') as HTMLElement
    expect(within(total).getByText('₹2,500.50')).toBeDefined()

    const terms = within(choice).getByRole('checkbox', { name: 'I agree to the' })
    expect(terms).toHaveProperty('checked', true)
    const link = within(choice).getByRole('link', { name: /Terms & Conditions/ })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/terms-and-conditions', '_blank'])

    const main = within(choice).getByRole('group', { name: 'UPI, Net Banking, Debit Card & Credit Card' })
    const words = within(main).getAllByRole('radio').map(labelOf)
    expect(words).toEqual([
      expect.stringMatching(/^Razorpay ?Pay with Razorpay$/),
      expect.stringMatching(/^Paytm ?Pay with Paytm ?Get ₹50 back$/),
      expect.stringMatching(/^CredPay ?Pay with CredPay$/),
    ])
    expect(labelOf(within(main).getByRole('radio', { checked: true }))).toContain('Razorpay')
    const wallets = within(choice).getByRole('group', { name: 'Wallets' })
    expect(within(wallets).getByText('Pay via PhonePe')).toBeDefined()
    expect(within(wallets).getByText('Pay via Mobikwik')).toBeDefined()
    expect(wallets.querySelector('img')?.getAttribute('src')).toBe('/media/PhonePe.svg')
  })

  test('VALID-44, VALID-45: without the terms nothing starts', async () => {
    const { calls } = bank(rentDue)
    const { user } = await renderAt('/home')
    await user.click(await payNow())
    const choice = await dialog('Choose payment mode')
    await user.click(within(choice).getByRole('checkbox'))
    await user.click(within(choice).getByRole('button', { name: 'Pay ₹2,500.50' }))
    const words = 'Kindly accept our terms and condition to proceed forward.'
    expect(toasts.get()).toEqual([expect.objectContaining({ text: words, place: 'top' })])
    expect(within(choice).queryByText(words)).toBeNull()
    expect(within(choice).getByRole('checkbox').getAttribute('aria-invalid')).toBe('true')
    expect(calls.started).toEqual([])
    const terms = within(choice).getByRole('checkbox')
    expect(document.activeElement).toBe(terms)
    terms.blur()
    await user.click(within(choice).getByRole('button', { name: 'Pay ₹2,500.50' }))
    expect(document.activeElement).toBe(terms)
  })

  test('the part that the wallet pays is shown', async () => {
    bank(rentDue, { pgOptions: { amount: 200050 }, walletAmount: 500 })
    const { user } = await renderAt('/home')
    await user.click(await payNow())
    const choice = await dialog('Choose payment mode')
    expect(within(choice).getByText('Paid from Rentomoney')).toBeDefined()
    expect(within(choice).getByText('₹500')).toBeDefined()
  })

  test('PAY-20: who could have auto debit is asked about it first', async () => {
    const { calls } = bank({ ...rentDue, isAutoDebitRequired: true })
    const { user, location } = await renderAt('/home')
    await user.click(await payNow())
    await waitFor(() => expect(location().search).toMatchObject({ showAutoDebit: 'true' }))
    expect(calls.created).toEqual([])
  })

  test('PAY-01, PAY-02, PAY-03, PAY-04, PAY-05, PAY-22, PAY-23: active auto debit is said first, then one can pay manually (PAY-45)', async () => {
    const debit = { ...planned, amount: 2500.5 }
    const { calls } = bank({ ...rentDue, isAutoDebitInProgress: true, debit })
    const { user } = await renderAt('/home')
    await user.click(await payNow())
    const active = await dialog('Pay Rent')
    expect(within(active).getByText('Clear your dues here. Pay manually only if auto debit has failed.')).toBeDefined()
    expect(within(active).getByRole('heading', { name: 'Auto Debit is Active' })).toBeDefined()
    expect(within(active).getByText(/debited automatically/)).toBeDefined()
    expect(within(active).getByRole('button', { name: 'Pay ₹2,500.50 Now' })).toBeDefined()
    expect(calls.created).toEqual([])
    await user.click(within(active).getByRole('button', { name: 'Pay manually' }))
    const choice = await dialog('Choose payment mode')
    const anyway =
      'This will be debited from as…@okbank on 3 Dec 2026 anyway. If you pay it now, that debit is not made.'
    expect(within(choice).getByText(anyway)).toBeDefined()
  })

  test('beside an announced debit, the sheet says which part of the dues is debited anyway', async () => {
    bank({ ...rentDue, debit: { ...planned, amount: 1500, besides: 1000.5 } })
    const { user } = await renderAt('/home')
    await user.click(await payNow())
    const choice = await dialog('Choose payment mode')
    const anyway =
      '₹1,500 of what is due will be debited from as…@okbank on 3 Dec 2026 anyway, the other ₹1,000.50 not. If you pay all of it now, that debit is not made.'
    expect(within(choice).getByText(anyway)).toBeDefined()
  })

  test.each([
    ['planned', {}, 'You do not have to do anything.', /Your bank did not pay|enough money/],
    ['tried again', { isRetry: true }, 'Please see that there is enough money', /You do not have to do anything/],
  ])('a debit that is %s asks for what it needs, and no more', async (_, change, said, unsaid) => {
    const account = { account: 'as…@okbank', method: 'upi', invoiceNumber: 'KA/2627/000123' } as const
    const made = { debitId: '73', step: 'planned', amount: 2500.5, limit: 5000, date: '2026-12-03' } as const
    const debit = { ...made, ...account, payBy: '2026-12-08', isRetry: false, ...change }
    bank({ ...rentDue, isAutoDebitInProgress: true, debit })
    const { user } = await renderAt('/home')
    await user.click(await payNow())
    const active = await dialog('Pay Rent')
    expect(active.textContent).toContain(said)
    expect(active.textContent).not.toMatch(unsaid)
  })

  test('home and the dialog name the debit that is planned: its day, its amount and its account', async () => {
    const debit: DashboardData['debit'] = {
      debitId: '73',
      step: 'planned',
      amount: 2500.5,
      limit: 5000,
      date: '2026-12-03',
      payBy: '2026-12-08',
      account: 'as…@okbank',
      method: 'upi',
      invoiceNumber: 'KA/2627/000123',
      isRetry: false,
    }
    bank({ ...rentDue, isAutoDebitInProgress: true, debit })
    const { user } = await renderAt('/home')
    const sentence = '₹2,500.50 will be debited from as…@okbank on 3 Dec 2026.'
    expect(await screen.findByText(sentence)).toBeDefined()
    await user.click(await payNow())
    expect(within(await dialog('Pay Rent')).getByText(sentence)).toBeDefined()
  })

  test('home says what a debit pays and what is due besides, which are all that is due', async () => {
    const debit: DashboardData['debit'] = {
      debitId: '73',
      step: 'planned',
      amount: 2000.5,
      limit: 5000,
      date: '2026-12-03',
      time: '06:00',
      payBy: '2026-12-08',
      account: 'as…@okbank',
      method: 'upi',
      invoiceNumber: 'KA/2627/000123',
      isRetry: false,
      besides: 500,
    }
    bank({ ...rentDue, debit })
    await renderAt('/home')
    const words =
      '₹2,000.50 will be debited from as…@okbank on 3 Dec 2026, from 6:00 am on. It pays invoice KA/2627/000123 only. The other ₹500 is not debited: pay all ₹2,500.50 now, and this debit is not made, or pay ₹500 after the debit.'
    expect(await screen.findByText(words)).toBeDefined()
  })

  test('of a mandate that came too late home says what is due with the fees, and from when on it is debited', async () => {
    const dueDays = [{ dueDate: '2026-11-08', amount: 2450.5, isOverdue: true }]
    const debit: DashboardData['debit'] = {
      debitId: '73',
      step: 'too_late',
      amount: 2450.5,
      limit: 5000,
      date: null,
      payBy: '2026-11-08',
      isOverdue: true,
      account: 'as…@okbank',
      method: 'upi',
      invoiceNumber: 'KA/2627/000123',
      isRetry: false,
      lateFee: { amount: 50, date: '2026-12-09', payBy: '2026-12-08' },
      debitsFrom: '2026-12-03',
    }
    bank({ ...rentDue, pendingLateFeeAmount: 50, dueDays, debit })
    await renderAt('/home')
    const words =
      '₹2,500.50 is due now, ₹50 of it late fees. Please pay it yourself. The next late fee, ₹50, is charged on 9 Dec 2026. From 3 Dec 2026 on your rent is debited from as…@okbank.'
    expect((await screen.findByText(/^Nothing was debited this month/)).textContent).toContain(words)
  })

  test('after the due day nobody is told to pay by then', async () => {
    const dueDays = [{ dueDate: '2026-11-08', amount: 2500.5, isOverdue: true }]
    const debit = {
      debitId: '73',
      step: 'failed',
      amount: 2500.5,
      limit: 5000,
      date: null,
      payBy: '2026-11-08',
      isOverdue: true,
    } as const
    const more = { account: 'XXXX 1007', method: 'card', invoiceNumber: 'KA/2627/000123', isRetry: true } as const
    bank({ ...rentDue, dueDays, debit: { ...debit, ...more } })
    await renderAt('/home')
    const sentence = 'Your bank did not pay ₹2,500.50 from XXXX 1007, and we do not try again. Please pay it yourself.'
    expect(await screen.findByText(sentence)).toBeDefined()
  })

  test('PAY-05: the amount on the button leads to the manual view too', async () => {
    bank({ ...rentDue, isAutoDebitInProgress: true })
    const { user } = await renderAt('/home')
    await user.click(await payNow())
    await user.click(await screen.findByRole('button', { name: 'Pay ₹2,500.50 Now' }))
    expect(await dialog('Choose payment mode')).toBeDefined()
  })

  test('PAY-10, PAY-15, PAY-32, PROMO-19: with auto debit the methods are offered, it is set up, and Razorpay opens directly', async () => {
    const option = aPaymentOption()
    const { asked } = mandates()
    const { calls } = bank(
      { ...rentDue, isAutoDebitRequired: true, paymentOptions: [option] },
      { razorpayOptions: razorpayOptions() },
    )
    const { user, location } = await renderAt('/home?showAutoDebit=true')
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    const choice = await dialog('Choose payment mode')
    const options = within(choice).getByRole('group', { name: 'Auto Debit Options' })
    expect(within(options).getByText('UPI AutoPay')).toBeDefined()
    expect(options.textContent).toContain('Up to ₹15,000 may be debited at once.')
    await waitFor(() => expect(location().search).not.toHaveProperty('showAutoDebit'))
    await user.click(within(choice).getByRole('button', { name: /Set Auto Debit and pay/ }))
    await confirmMandate()
    expect(await screen.findByTitle('Payment with Razorpay')).toBeDefined()
    expect([asked.options, asked.captured.length]).toEqual([['checkout?upi=true'], 1])
    expect(toasts.get()).toMatchObject([{ text: 'Auto Debit Set Successfully!' }])
    expect(calls.created).toEqual([{ isAutoDebit: true, paymentMethod: 'upi' }])
    expect(calls.started).toEqual([])
  })

  test('what the server charges without auto debit is paid where the person wants, once it is set up', async () => {
    const { calls, open } = bank({ ...rentDue, isAutoDebitRequired: true, paymentOptions: [aPaymentOption()] })
    server.use(
      http.post(call('/api/RMUsers/7/createPendingRentTransaction'), async ({ request }) => {
        calls.created.push(await request.json())
        return HttpResponse.json(open)
      }),
    )
    mandates()
    const { user } = await renderAt('/home?showAutoDebit=true')
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    await user.click(await screen.findByRole('button', { name: /Set Auto Debit and pay/ }))
    expect(calls.created, 'nothing is paid before it is set up').toEqual([])
    await confirmMandate()
    expect(await screen.findByRole('button', { name: 'Pay ₹2,500.50' })).toBeDefined()
    expect(calls.created).toHaveLength(1)
  })

  test('where auto debit is not set up nothing is paid, and one can still pay manually', async () => {
    const { calls } = bank({ ...rentDue, isAutoDebitRequired: true, paymentOptions: [aPaymentOption()] })
    mandates()
    const { user } = await renderAt('/home?showAutoDebit=true')
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    await user.click(await screen.findByRole('button', { name: /Set Auto Debit and pay/ }))
    await user.click(await screen.findByRole('button', { name: 'Leave without Auto Debit' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Auto Debit is not set up yet/)
    expect(calls.created).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Pay manually' }))
    expect(await screen.findByRole('button', { name: 'Pay ₹2,500.50' })).toBeDefined()
    expect(calls.created).toEqual([{ isAutoDebit: false }])
  })

  test('PROMO-18: Set Auto Debit opens the dialog with the auto-debit options', async () => {
    const option = aPaymentOption({
      name: 'Net banking',
      paymentText: 'Through your bank',
      payment_categories: ['netbanking'],
      paymentMethod: 'netbanking',
    })
    bank({ ...rentDue, isAutoDebitRequired: true, paymentOptions: [option] })
    const { user } = await renderAt('/home?showAutoDebit=true&notInterested=true')
    await user.click(await screen.findByRole('button', { name: 'Set Auto Debit' }))
    expect(within(await dialog('Choose payment mode')).getByText('Auto Debit Options')).toBeDefined()
    expect(currentPayment().autoDebit).toBe(true)
  })

  test('PAY-24, PROMO-20: Pay Rent Only starts a manual due payment', async () => {
    const { calls } = bank({ ...rentDue, isAutoDebitRequired: true })
    const { user } = await renderAt('/home?showAutoDebit=true&notInterested=true')
    await user.click(await screen.findByRole('button', { name: 'Pay Rent Only' }))
    expect(await dialog('Choose payment mode')).toBeDefined()
    expect(calls.created).toEqual([{ isAutoDebit: false }])
  })

  test('a deposit is paid as a deposit', async () => {
    const { calls } = bank({ depositBalance: -2160 })
    const { user } = await renderAt('/home')
    await user.click(await payNow())
    expect(await dialog('Choose payment mode')).toBeDefined()
    expect(calls.deposits).toBe(1)
    expect(calls.created).toEqual([])
  })

  test('two clicks are one payment', async () => {
    const { calls } = bank(rentDue)
    const { user } = await renderAt('/home')
    await user.dblClick(await payNow())
    await dialog('Choose payment mode')
    expect(calls.created).toHaveLength(1)
  })

  test('an agent, who may never pay, is not invited to try again', async () => {
    bank(rentDue)
    server.use(
      http.post(call('/api/RMUsers/7/createPendingRentTransaction'), () =>
        fault(403, 'An agent cannot do this for a customer.'),
      ),
    )
    const { user } = await renderAt('/home')
    await user.click(await payNow())
    const failed = await dialog('Payment failed')
    expect(within(failed).getByText('An agent cannot do this for a customer.')).toBeDefined()
    expect(within(failed).queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test('ERR-01, ERR-02: a server that refuses is quoted, and the same can be tried again', async () => {
    bank(rentDue)
    server.use(
      http.post(call('/api/RMUsers/7/createPendingRentTransaction'), () => fault(409, 'Nothing is due.'), {
        once: true,
      }),
    )
    const { user } = await renderAt('/home')
    await user.click(await payNow())
    const failed = await dialog('Payment failed')
    expect(within(failed).getByText('Nothing is due.')).toBeDefined()
    expect(toasts.get()).toEqual([
      expect.objectContaining({ text: 'Nothing is due.', tone: 'error', place: 'top-right' }),
    ])
    expect(reported).toContain('Nothing is due.')
    await user.click(within(failed).getByRole('button', { name: 'Try again' }))
    expect(await dialog('Choose payment mode')).toBeDefined()
  })
})

describe('paying with Razorpay', () => {
  async function openFrame(change: Partial<DashboardData> = {}) {
    const bankOf = bank({ ...rentDue, ...change }, { isOnlyRazorpay: true, razorpayOptions: razorpayOptions() })
    const app = await renderAt('/home')
    await app.user.click(await payNow())
    if (change.isAutoDebitRequired) await app.user.click(await screen.findByRole('button', { name: 'Not Interested' }))
    if (change.isAutoDebitRequired) await app.user.click(await screen.findByRole('button', { name: 'Pay Rent Only' }))
    const frame = (await screen.findByTitle('Payment with Razorpay')) as HTMLIFrameElement
    return { ...bankOf, ...app, frame }
  }

  test('PAY-31, ENTITY-53, ENTITY-55: it opens directly, in an isolated page, when it is the only provider', async () => {
    const { frame, calls } = await openFrame()
    expect(frame.getAttribute('src')).toBe('/pay/u-501?lang=en')
    expect(frame.getAttribute('allow')).toBe('payment')
    expect(calls.started).toEqual([])
  })

  test('PAY-26, PAY-27, PAY-28, PAY-38, PAYOK-01, PAYOK-02, PAYOK-03, PAYOK-05: success reloads and thanks', async () => {
    const { calls, state, location } = await openFrame()
    state.status = 300
    state.dashboard = aDashboard()
    await frameSays(success)
    const done = await dialog('Payment Completed Succesfully')
    expect(within(done).getByText('Payment Completed Successfully')).toBeDefined()
    expect(within(done).getByText('Thanks for completing the payment.')).toBeDefined()
    expect(within(done).getByText('₹2,500.50')).toBeDefined()
    expect(within(done).queryByText('Hassle free payments with Auto Debit')).toBeNull()
    expect(calls.captured).toEqual([
      expect.objectContaining({
        razorpay_payment_id: 'pay_1',
        rmTransactionId: 501,
        uniqueId: 'u-501',
        device: 'mweb',
      }),
    ])
    expect(tracked).toContainEqual(
      expect.objectContaining({
        name: 'payment completed',
        properties: { mode: 'manual', paymentType: 'due', amount: 2500.5 },
      }),
    )
    expect(location().search).toEqual({})
    await waitFor(() => expect(screen.queryByText('Rental Due for November')).toBeNull())
    await waitFor(() => expect(calls.feedback).toBe(1))
  })

  test('PAYOK-04, PAYOK-06, PAYOK-08: rent without auto debit is followed by its promotion', async () => {
    const { state, user, location } = await openFrame({ isAutoDebitRequired: true })
    state.status = 300
    await frameSays(success)
    const card = await screen.findByRole('region', { name: 'Hassle free payments with Auto Debit' })
    expect(within(card).getByText('No late payment charges ever')).toBeDefined()
    expect(within(card).getByText('Forget about rental reminders')).toBeDefined()
    await user.click(within(card).getByRole('button', { name: 'Add payment mode' }))
    await waitFor(() =>
      expect(location().search).toEqual({
        paymentMode: 'easy-payment',
        paymentType: 'auto-debit',
        paymentStep: 'auto-debit-add-new-payment-mode',
      }),
    )
  })

  test('PAYOK-07, PAYOK-09: More details opens auto debit; closing clears the query', async () => {
    const { state, user, location } = await openFrame({ isAutoDebitRequired: true })
    state.status = 300
    await frameSays(success)
    await user.click(await screen.findByRole('button', { name: 'More details' }))
    await waitFor(() => expect(location().search).toEqual({ paymentMode: 'easy-payment', paymentType: 'auto-debit' }))
    expect(screen.queryByRole('dialog', { name: 'Payment Completed Succesfully' })).toBeNull()
  })

  test('the word of the frame is not enough: nothing is paid until the server says so', async () => {
    const { user, state, calls } = await openFrame()
    await frameSays(success)
    const unknown = await dialog('We do not know yet whether this payment went through')
    expect(within(unknown).getByText('Please do not pay again.')).toBeDefined()
    expect(within(unknown).queryByRole('button', { name: 'Continue payment' })).toBeNull()
    expect(calls.asked).toBe(21)
    state.status = 300
    await user.click(within(unknown).getByRole('button', { name: 'Check again' }))
    expect(await dialog('Payment Completed Succesfully')).toBeDefined()
  })

  test('failed only when the server says failed', async () => {
    const { state } = await openFrame()
    state.status = 200
    await frameSays({ type: 'rento:payment', outcome: 'failed' })
    const failed = await dialog('Payment failed')
    expect(within(failed).getByText('This payment did not go through.')).toBeDefined()
  })

  test('money that came when nothing was due any more goes back, and has not failed', async () => {
    const { state } = await openFrame()
    state.status = 200
    state.returned = 2500.5
    await frameSays({ type: 'rento:payment', outcome: 'dismissed' })
    const back = await dialog('Your ₹2,500.50 goes back to you')
    expect(within(back).getByText('Your payment arrived, but nothing was due for it any more.')).toBeDefined()
    expect(within(back).queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test.each([
    ['due', 'it pays what is due', 'nothing was due for it any more'],
    ['deposit', 'it pays your deposit', 'nothing of your deposit was missing any more'],
    ['advance-rent', 'it pays the months that you chose', 'not offered like that any more\\.$'],
  ] as const)('what becomes of money for %s that left the account is said', async (type, pays, back) => {
    bank(rentDue)
    await renderAt('/home')
    const transaction = aTransaction()
    act(() => {
      dispatch({ type: 'resume', request: { type, autoDebit: false, months: 6 }, transaction })
      dispatch({ type: 'refused', message: 'This payment did not go through.' })
    })
    const failed = await dialog('Payment failed')
    expect(
      within(failed).getByText(new RegExp(`${pays}.*goes back to where it came from; banks take 5 to 7`)),
    ).toBeDefined()
    act(() => dispatch({ type: 'returned' }))
    expect(await screen.findByText(new RegExp(back))).toBeDefined()
  })

  test('who leaves the frame is asked to check before paying again', async () => {
    const { user, calls } = await openFrame()
    await user.click(screen.getByRole('button', { name: 'Leave payment' }))
    const left = await dialog('This payment is not finished')
    expect(within(left).getByText(/please do not pay again/)).toBeDefined()
    expect(calls.asked).toBe(1)
    await user.click(within(left).getByRole('button', { name: 'Continue payment' }))
    expect(await screen.findByTitle('Payment with Razorpay')).toBeDefined()
  })

  test('a message from anywhere else changes nothing', async () => {
    const { calls, state } = await openFrame()
    state.status = 300
    window.dispatchEvent(new MessageEvent('message', { data: success, origin: 'null', source: window }))
    expect(calls.captured).toEqual([])
    expect(currentPayment().phase).toBe('waiting')
  })

  test('a reload goes on with the payment that was under way', async () => {
    const { unmount, state } = await openFrame()
    unmount()
    dispatch({ type: 'outcomeUnknown', unknownReason: 'left' })
    dispatch({ type: 'leave' })
    state.status = 300
    await renderAt('/home')
    expect(await dialog('Payment Completed Succesfully')).toBeDefined()
  })

  test.each([
    [77, true],
    [76, false],
  ])(
    'after rent in advance it says for how many months, and until when: by the package of payment %i (%s)',
    async (rmTransactionId, said) => {
      bank({})
      const asked = vi.fn()
      server.use(
        http.get(call('/api/Dashboards/advanceRentalPackage'), () => {
          asked()
          return HttpResponse.json({ package: aPackage({ rmTransactionId }) })
        }),
      )
      await renderAt('/home')
      const transaction = aTransaction({ rmTransactionId: 77, months: 6 })
      act(() => {
        dispatch({ type: 'resume', request: { type: 'advance-rent', autoDebit: false, months: 6 }, transaction })
        dispatch({ type: 'paid' })
      })
      const slip = within(await dialog('Payment Completed Succesfully'))
      await waitFor(() => expect(asked).toHaveBeenCalled())
      const words = 'Months paid in advance: 6. Your rent is paid until 30 Apr 2027.'
      if (said) expect(await slip.findByText(words)).toBeDefined()
      else expect(slip.queryByText(words)).toBeNull()
    },
  )

  test.each([
    [false, 1],
    [true, 0],
  ])('after rent in advance, what is due besides is named, unless auto debit pays it (%s)', async (debited, notes) => {
    bank({ ...rentDue, isAutoDebitInProgress: debited })
    await renderAt('/home')
    const transaction = aTransaction({ rmTransactionId: 77, months: 6 })
    act(() => {
      dispatch({ type: 'resume', request: { type: 'advance-rent', autoDebit: false, months: 6 }, transaction })
      dispatch({ type: 'paid' })
    })
    const slip = within(await dialog('Payment Completed Succesfully'))
    expect(slip.queryByText(/More has fallen due since/)).toBeNull()
    await waitFor(() =>
      expect(slip.queryAllByText('This payment is for months in advance. ₹2,500.50 is due besides.')).toHaveLength(
        notes,
      ),
    )
  })
})

describe('with money in the wallet', () => {
  const covered = { ...rentDue, payNow: { fromWallet: 2500.5, byGateway: 0 } }
  const paidByWallet = { walletPaid: true, pgOptions: { amount: 0 }, walletAmount: 2500.5 }

  test.each<[string, Partial<DashboardData>, string, string]>([
    ['Pay Now', {}, '/home', 'Pay Now'],
    ['Pay Rent Only', { isAutoDebitRequired: true }, '/home?showAutoDebit=true&notInterested=true', 'Pay Rent Only'],
  ])('%s: what the wallet pays wholly is named before it happens', async (_, change, at, button) => {
    const { calls } = bank({ ...covered, ...change }, paidByWallet)
    const { user } = await renderAt(at)
    await user.click(await screen.findByRole('button', { name: button }))
    const asked = within(await dialog('Pay Rent'))
    expect(asked.getByText('Rentomoney pays all of it, at once. You need no card and no UPI.')).toBeDefined()
    expect(asked.queryByText(/Auto Debit/), 'nobody asked for it').toBeNull()
    expect(calls.created, 'nothing has happened yet').toEqual([])
    await user.click(asked.getByRole('button', { name: 'Pay ₹2,500.50 from Rentomoney' }))
    expect(await dialog('Payment Completed Succesfully')).toBeDefined()
    expect(calls.created).toHaveLength(1)
  })

  test.each([
    ['Continue', '/home?showAutoDebit=true'],
    ['Set Auto Debit', '/home?showAutoDebit=true&notInterested=true'],
  ])('%s: what the wallet pays wholly sets no auto debit up, and says so', async (button, at) => {
    bank({ ...covered, isAutoDebitRequired: true, paymentOptions: [aPaymentOption()] }, paidByWallet)
    const { user } = await renderAt(at)
    await user.click(await screen.findByRole('button', { name: button }))
    const asked = within(await dialog('Pay Rent'))
    expect(asked.getByRole('button', { name: 'Pay ₹2,500.50 from Rentomoney' })).toBeDefined()
    expect(asked.getByText(/^Auto Debit is not set up with this payment\./)).toBeDefined()
  })

  test('Pay manually beside an active auto debit names the wallet too, and what is left to pay', async () => {
    const { calls } = bank({ ...covered, isAutoDebitInProgress: true }, paidByWallet)
    const { user } = await renderAt('/home')
    await user.click(await payNow())
    const active = within(await dialog('Pay Rent'))
    expect(active.getByText('₹2,500.50 from Rentomoney, ₹0 to pay')).toBeDefined()
    await user.click(active.getByRole('button', { name: 'Pay manually' }))
    const pays = await screen.findByRole('button', { name: 'Pay ₹2,500.50 from Rentomoney' })
    expect(calls.created, 'nothing has happened yet').toEqual([])
    await user.click(pays)
    expect(await dialog('Payment Completed Succesfully')).toBeDefined()
  })

  test('setting auto debit up names what the gateway asks for, and what the wallet pays besides', async () => {
    const payNow = { fromWallet: 500.5, byGateway: 2000 }
    bank({ ...rentDue, payNow, isAutoDebitRequired: true, paymentOptions: [aPaymentOption()] })
    const { user } = await renderAt('/home?showAutoDebit=true&notInterested=true')
    await user.click(await screen.findByRole('button', { name: 'Set Auto Debit' }))
    const choice = within(await dialog('Choose payment mode'))
    expect(choice.getByRole('button', { name: 'Set Auto Debit and pay ₹2,000' })).toBeDefined()
    expect(choice.getByRole('definition').textContent, 'paid from Rentomoney').toContain('₹500.50')
  })
})

describe('other outcomes', () => {
  test('PAY-30, ENTITY-55: what the wallet pays is complete at once', async () => {
    const { calls } = bank(rentDue, { walletPaid: true, pgOptions: { amount: 0 }, walletAmount: 2500.5 })
    const { user } = await renderAt('/home')
    await user.click(await payNow())
    const done = within(await dialog('Payment Completed Succesfully'))
    expect(done.getByText('Paid from Rentomoney'), 'what paid it').toBeDefined()
    expect(done.getByRole('definition').textContent, 'how much of it').toContain('₹2,500.50')
    expect(calls.asked).toBe(0)
    expect(calls.started).toEqual([])
    await waitFor(() => expect(calls.feedback).toBe(1))
  })

  test('FEEDBACK-13, ENTITY-59: the feedback popup follows the success dialog', async () => {
    const { state } = bank(rentDue, { walletPaid: true })
    state.skipFeedback = false
    const { user } = await renderAt('/home')
    await user.click(await payNow())
    const done = await dialog('Payment Completed Succesfully')
    expect(screen.queryByRole('dialog', { name: 'Rate your experience' })).toBeNull()
    await user.click(within(done).getByRole('button', { name: 'Done' }))
    expect(await dialog('Rate your experience')).toBeDefined()
  })

  test('an agent is not asked for feedback', async () => {
    markDirectLogin()
    const { calls, state } = bank(rentDue, { walletPaid: true })
    state.skipFeedback = false
    const { user } = await renderAt('/home')
    await user.click(await payNow())
    await user.click(within(await dialog('Payment Completed Succesfully')).getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(document.activeElement).not.toBe(document.body))
    expect([calls.feedback, screen.queryByRole('dialog')]).toEqual([0, null])
  })

  test('FEEDBACK-13: marked skip, it does not open', async () => {
    const { calls } = bank(rentDue, { walletPaid: true })
    const { user } = await renderAt('/home')
    await user.click(await payNow())
    await user.click(within(await dialog('Payment Completed Succesfully')).getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(calls.feedback).toBe(1))
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(document.activeElement).not.toBe(document.body))
  })

  test('PAYOK-05, PAYOK-10: after a deposit the promotion does not show, and closing leads home', async () => {
    const { state } = bank({ depositBalance: -2160, isAutoDebitRequired: true }, { walletPaid: true })
    server.use(
      http.get(call('/api/Dashboards/getDepositDetails'), () =>
        HttpResponse.json({ ...state.dashboard.depositDetails, depositBalance: -2160, transactions: [] }),
      ),
    )
    const { user, location } = await renderAt('/my-subscriptions/transactions?tab=deposit')
    await user.click(await payNow())
    const done = await dialog('Payment Completed Succesfully')
    expect(within(done).queryByText('Hassle free payments with Auto Debit')).toBeNull()
    await user.click(within(done).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(location().pathname).toBe('/home'))
  })

  test('an earlier payment that goes back is told without an amount, which is not known here', async () => {
    const { state } = bank(rentDue)
    state.refusal = [409, 'Your last payment is still being confirmed.', { rmTransactionId: 499 }]
    const { user } = await renderAt('/home')
    await user.click(await payNow())
    const unknown = await dialog('We do not know yet whether this payment went through')
    state.status = 200
    state.returned = 2500.5
    await user.click(within(unknown).getByRole('button', { name: 'Check again' }))
    expect(await dialog('Your payment goes back to you')).toBeDefined()
  })

  test('without figures Pay says so, and starts nothing later', async () => {
    const { calls, state } = bank(rentDue)
    server.use(http.get(call('/api/Dashboards/dashboardData'), () => fault(403, 'Not today.')))
    const { queryClient } = await renderAt('/home')
    await waitFor(() => expect(queryClient.getQueryState(dashboardQuery(7).queryKey)?.status).toBe('error'))
    act(() => requestPayment({ type: 'due', autoDebit: false }))
    await waitFor(() => expect(toasts.get()).toEqual([expect.objectContaining({ tone: 'error' })]))
    server.use(http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(state.dashboard)))
    await act(() => queryClient.refetchQueries())
    await payNow()
    expect(calls.created).toEqual([])
  })

  test('an earlier payment that is undecided is asked about instead of charging again', async () => {
    const { state } = bank(rentDue)
    server.use(
      http.post(call('/api/RMUsers/7/createPendingRentTransaction'), () =>
        fault(409, 'Your last payment is still being confirmed.', { rmTransactionId: 499 }),
      ),
    )
    const { user } = await renderAt('/home')
    await user.click(await payNow())
    const unknown = await dialog('We do not know yet whether this payment went through')
    expect(within(unknown).getByText('Reference 499')).toBeDefined()
    state.status = 300
    await user.click(within(unknown).getByRole('button', { name: 'Check again' }))
    expect(await dialog('Payment Completed Succesfully')).toBeDefined()
  })
})

describe('gateways in a window of their own', () => {
  function popup() {
    const opened = { closed: false, document: { title: '' }, location: { replace: vi.fn() }, close: vi.fn() }
    vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window)
    return opened
  }

  async function payWith(name: string, options: Parameters<typeof bank>[1] = {}) {
    const bankOf = bank(rentDue, options)
    const app = await renderAt('/home')
    await app.user.click(await payNow())
    const choice = await dialog('Choose payment mode')
    await app.user.click(within(choice).getByText(name))
    await app.user.click(within(choice).getByRole('button', { name: 'Pay ₹2,500.50' }))
    return { ...bankOf, ...app }
  }

  test('PAY-36, PAY-37, PAY-39: the window is watched, and its end is asked about once', async () => {
    const window = popup()
    const { calls, state } = await payWith('Pay via PhonePe')
    const waiting = await dialog('Finish the payment with PhonePe')
    expect(within(waiting).getByText('Please do not pay again.')).toBeDefined()
    expect(calls.started).toEqual([
      expect.objectContaining({ gateway: 'juspay-phonepe', rmTransactionId: 501, phoneNumber: '9000000001' }),
    ])
    expect(window.location.replace).toHaveBeenCalledWith('/pgRedirect?x=1')
    expect(timing.pause).toHaveBeenCalledWith(500)
    expect(calls.asked).toBe(0)
    state.status = 300
    window.closed = true
    expect(await dialog('Payment Completed Succesfully')).toBeDefined()
    expect(calls.asked).toBe(1)
  })

  test('a window that is closed without an answer leaves the question open', async () => {
    const window = popup()
    const { calls } = await payWith('Paytm')
    await dialog('Finish the payment with Paytm')
    window.closed = true
    expect(await dialog('This payment is not finished')).toBeDefined()
    expect(calls.asked).toBe(1)
  })

  test('without a window the page itself goes to the gateway; who comes back finds a screen that can be left', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    const { left, user } = await payWith('Paytm')
    await waitFor(() => expect(left.to).toHaveBeenCalledWith('/pgRedirect?x=1'))
    const waiting = await dialog('Finish the payment with Paytm')
    await user.click(within(waiting).getByRole('button', { name: 'Close' }))
    expect(await dialog('This payment is not finished')).toBeDefined()
  })

  test('ERR-16: a gateway that does not open says so', async () => {
    const window = popup()
    bank(rentDue)
    server.use(http.post(call('/api/Payments/startPayment'), () => fault(502, 'The gateway is away.')))
    const { user } = await renderAt('/home')
    await user.click(await payNow())
    const choice = await dialog('Choose payment mode')
    await user.click(within(choice).getByText('Paytm'))
    await user.click(within(choice).getByRole('button', { name: 'Pay ₹2,500.50' }))
    expect(within(await dialog('Payment failed')).getByText('Something went wrong!')).toBeDefined()
    expect(toasts.get()).toEqual([expect.objectContaining({ text: 'Something went wrong!' })])
    expect(window.close).toHaveBeenCalled()
  })

  test('PAY-40, PAY-41, PAY-43: the Cred app is opened and the order asked about until it is paid', async () => {
    Object.assign(window, { credAppPresent: true })
    const { calls, state, left } = await payWithCred()
    await dialog('Approve the payment in CredPay')
    expect(left.to).toHaveBeenCalledWith('credpay://pay/1')
    await waitFor(() => expect(calls.asked).toBeGreaterThan(2))
    state.status = 300
    expect(await dialog('Payment Completed Succesfully')).toBeDefined()
    Object.assign(window, { credAppPresent: undefined })
  })

  test('PAY-42: status 200 ends it as failed', async () => {
    Object.assign(window, { credAppPresent: true })
    const { state } = await payWithCred()
    await dialog('Approve the payment in CredPay')
    state.status = 200
    expect(await dialog('Payment failed')).toBeDefined()
    Object.assign(window, { credAppPresent: undefined })
  })

  test('who stops waiting for the app can check again', async () => {
    Object.assign(window, { credAppPresent: true })
    const { user, state } = await payWithCred()
    await user.click(await screen.findByRole('button', { name: 'Stop waiting' }))
    state.status = 300
    await user.click(within(await dialog('This payment is not finished')).getByRole('button', { name: 'Check again' }))
    expect(await dialog('Payment Completed Succesfully')).toBeDefined()
    Object.assign(window, { credAppPresent: undefined })
  })

  async function payWithCred() {
    const bankOf = bank(rentDue)
    bankOf.state.gateways = [aGateway('CredPay', { isJuspayWallet: true, checkout: 'intent' })]
    server.use(http.post(call('/api/Payments/startPayment'), () => HttpResponse.json({ intentUrl: 'credpay://pay/1' })))
    const app = await renderAt('/home')
    await app.user.click(await payNow())
    const choice = await dialog('Choose payment mode')
    await app.user.click(within(choice).getByRole('button', { name: 'Pay ₹2,500.50' }))
    return { ...bankOf, ...app }
  }
})
