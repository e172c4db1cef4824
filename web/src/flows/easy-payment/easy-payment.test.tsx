// See test/closure.
import './EasyPaymentFlow'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import type { MandateCards } from '#/api/auto-debit'
import type { DashboardData } from '#/api/dashboard'
import { storageKeys } from '#/platform/storage'
import { toasts } from '#/platform/toast'
import { aCard, aMeta, aUpiCard, mandates, options } from '#/test/auto-debit'
import { aDashboard } from '#/test/builders'
import { call, http, keeping } from '#/test/contract'
import { fault } from '#/test/handlers'
import { aHold } from '#/test/hold'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'
import { setViewport } from '#/test/viewport'

const home = '/home?paymentMode=easy-payment'
const autoDebit = `${home}&paymentType=auto-debit`
const at = (step: string) => `${autoDebit}&paymentStep=${step}`
const terms = 'Kindly accept our terms and condition to proceed forward.'

const active = (change: Partial<MandateCards> = {}): MandateCards => ({
  cards: [aCard()],
  activeCardId: 'c-1',
  activeGatewayType: 'RAZORPAY',
  ...change,
})
const both = () => active({ cards: [aCard(), aUpiCard()] })

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
const heading = (name: string) => screen.findByRole('heading', { name })
const told = () => toasts.get().map(({ text }) => text)

describe('which section shows', () => {
  test('EASYPAY-02, EASYPAY-11, CALL-53, CALL-55, ENTITY-46: auto debit with options and rent to debit', async () => {
    const { asked } = mandates()
    await renderAt(home)
    expect(await heading('Auto Debit')).toBeDefined()
    expect(asked.cards).toEqual(['?includeNach=true'])
  })

  test.each([
    ['nothing to debit', aMeta({ liveItemInvoiceAmount: 0 })],
    ['no options', aMeta({ autoDebit: { ...aMeta().autoDebit, paymentOptions: [] } })],
  ])('EASYPAY-11, EASYPAY-13, EASYPAY-32: with %s there is none, on no step', async (_, meta) => {
    mandates({ cards: [] }, meta)
    const { user, location } = await renderAt(at('auto-debit-payment-confirmation'), { before: ['/home'] })
    expect(await screen.findByText('No options yet!')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Set Auto Debit' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Go Back' }))
    await waitFor(() => expect(location().search).toEqual({}))
  })

  test.each([
    ['nothing to debit', aMeta({ liveItemInvoiceAmount: 0 })],
    ['no options', aMeta({ autoDebit: { ...aMeta().autoDebit, paymentOptions: [] } })],
  ])('EASYPAY-11: what was set up can be changed and removed with %s, and nothing added', async (_, meta) => {
    mandates(both(), meta)
    const { user, location } = await renderAt(at('auto-debit-payment-confirmation'), { before: ['/home'] })
    expect(await screen.findByRole('region', { name: 'HDFC Visa' })).toBeDefined()
    await waitFor(() => expect(location().search.paymentStep).toBeUndefined())
    await user.click(await button('Change payment mode'))
    expect(await screen.findByText('No other payment mode can be added at the moment.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Add new payment mode' })).toBeNull()
    await user.click((await screen.findAllByRole('button', { name: /^Delete / }))[0] as HTMLElement)
    expect(await heading('Are you Sure?')).toBeDefined()
  })

  test.each(['advance-rental', 'advance-rental-know-more', 'advance-rental-package'])(
    'EASYPAY-12, EASYPAY-13: %s says that there are no options yet',
    async (step) => {
      mandates(both())
      await renderAt(`${home}&paymentType=advance-rental&paymentStep=${step}`)
      expect(await screen.findByText('No options yet!')).toBeDefined()
      expect(screen.queryByText('HDFC Visa')).toBeNull()
    },
  )

  test('what cannot be loaded says so, and can be asked for again', async () => {
    mandates()
    server.use(http.get(call('/api/Dashboards/advanceRentalMeta'), () => fault(500, 'It broke.'), { once: true }))
    const { user } = await renderAt(autoDebit)
    expect(await screen.findByText('Auto Debit could not be loaded')).toBeDefined()
    await user.click(await button('Try again'))
    expect(await heading('Auto Debit')).toBeDefined()
  })
})

describe('management', () => {
  test('EASYPAY-14: without cards a banner leads to the options', async () => {
    mandates()
    const { user, location } = await renderAt(autoDebit)
    const banner = await screen.findByRole('region', { name: 'Rent that pays itself' })
    expect(within(banner).getByText('Your rent is paid on time, by itself.')).toBeDefined()
    await user.click(within(banner).getByRole('button', { name: 'Add payment mode' }))
    await waitFor(() => expect(location().search.paymentStep).toBe('auto-debit-add-new-payment-mode'))
  })

  test('EASYPAY-15: with cards of which none is active a banner leads to the choice', async () => {
    mandates({ cards: [aCard(), aUpiCard()] })
    const { user, location } = await renderAt(autoDebit)
    const banner = await screen.findByRole('region', { name: 'Auto Debit is not active' })
    expect(screen.queryByText('Active')).toBeNull()
    await user.click(within(banner).getByRole('button', { name: 'Choose payment mode' }))
    await waitFor(() => expect(location().search.paymentStep).toBe('auto-debit-change-payment-mode'))
  })

  test('EASYPAY-16, EASYPAY-18, EASYPAY-19, EASYPAY-20, EASYPAY-22: the active card, with a change option', async () => {
    mandates(both())
    const { user, location } = await renderAt(autoDebit)
    const card = await screen.findByRole('region', { name: 'HDFC Visa' })
    for (const text of ['Active', 'XXXX XXXX XXXX 4242', 'Mandate Amount', '₹10,000', 'Exp', '09/2029'])
      expect(within(card).getByText(text)).toBeDefined()
    expect(screen.queryByText('asha@okbank')).toBeNull()
    await user.click(await button('Change payment mode'))
    await waitFor(() => expect(location().search.paymentStep).toBe('auto-debit-change-payment-mode'))
  })

  test('EASYPAY-19, EASYPAY-21, ENTITY-77: a UPI id, and the amount when none is given', async () => {
    mandates({ cards: [aUpiCard()], activeCardId: 'u-1', activeGatewayType: 'BILLDESK' })
    await renderAt(autoDebit)
    const card = await screen.findByRole('region', { name: 'UPI' })
    for (const text of ['UPI ID', 'asha@okbank', '₹5,000']) expect(within(card).getByText(text)).toBeDefined()
    expect(within(card).queryByText(/XXXX/)).toBeNull()
  })
})

describe('the next debit', () => {
  const planned: NonNullable<DashboardData['debit']> = {
    debitId: '73',
    step: 'planned',
    amount: 2598,
    limit: 5000,
    date: '2026-12-03',
    payBy: '2026-12-08',
    account: 'as…@okbank',
    method: 'upi',
    invoiceNumber: 'KA/2627/000123',
    isRetry: false,
  }

  async function withDebit(change: Partial<typeof planned>, meta = aMeta()) {
    const state = { debit: { ...planned, ...change } as typeof planned | undefined }
    mandates(both(), meta)
    server.use(
      http.get(call('/api/Dashboards/dashboardData'), () =>
        HttpResponse.json(aDashboard({ totalPayableAmount: 2598, hasActiveMandate: true, debit: state.debit })),
      ),
    )
    return { ...(await renderAt(autoDebit)), state }
  }

  test.each<[string, Partial<typeof planned>, string]>([
    ['planned', {}, '₹2,598 will be debited from as…@okbank on 3 Dec 2026.'],
    ['tried again', { isRetry: true }, 'Your bank did not pay ₹2,598 from as…@okbank. We try again on 3 Dec 2026.'],
    ['under way', { step: 'under_way' }, '₹2,598 is being debited from as…@okbank. Your bank has not answered yet.'],
    [
      'failed',
      { step: 'failed' },
      'Your bank did not pay ₹2,598 from as…@okbank, and we do not try again. Please pay it yourself by 8 Dec 2026.',
    ],
    [
      'skipped',
      { step: 'skipped' },
      'You have skipped the debit of ₹2,598 from as…@okbank. Please pay it yourself by 8 Dec 2026.',
    ],
    [
      'stopped',
      { step: 'stopped' },
      '₹2,598 is not debited: Auto Debit from as…@okbank is paused or has ended. Please pay it yourself by 8 Dec 2026.',
    ],
  ])('%s: says when, how much, from what and what happens next', async (_, change, text) => {
    await withDebit(change)
    const planned = change.step === undefined || change.step === 'under_way'
    const next = await screen.findByRole('region', { name: planned ? 'Next debit' : 'This month' })
    expect(next.textContent).toContain(text)
    expect(within(next).queryByRole('button', { name: 'Skip this debit' }) !== null).toBe(change.step === undefined)
  })

  test.each([
    ['a higher limit', 15000, 'For later invoices, set Auto Debit up anew: up to ₹15,000 may then be debited at once.'],
    ['no higher limit', 5000, 'More than ₹5,000 cannot be debited by itself.'],
  ])('above the limit, with %s to be had', async (_, maxAmount, text) => {
    await withDebit({ step: 'above_limit', amount: 6000 }, aMeta({ maxAmount }))
    const now = await screen.findByRole('region', { name: 'This month' })
    expect(now.textContent).toContain('₹6,000 is more than the ₹5,000 that may be debited at once from as…@okbank')
    expect(within(now).getByText(text)).toBeDefined()
  })

  test('one debit is skipped after a question that says that the invoice stays due', async () => {
    const { user, state } = await withDebit({})
    const sent: unknown[] = []
    server.use(
      keeping(
        call('/api/Dashboards/skipDebit'),
        (body) => {
          sent.push(body)
          state.debit = { ...planned, step: 'skipped', date: null }
        },
        () => HttpResponse.json({ success: true }),
      ),
    )
    await user.click(await button('Skip this debit'))
    const question = await screen.findByRole('dialog', { name: 'Skip this debit?' })
    expect(question.textContent).toContain('please pay it yourself by 8 Dec 2026, or a late fee is charged')
    await user.click(within(question).getByRole('button', { name: 'Keep it' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Skip this debit?' })).toBeNull())
    expect(sent).toEqual([])
    await user.click(await button('Skip this debit'))
    await user.click(await button('Skip it'))
    expect((await screen.findByRole('region', { name: 'This month' })).textContent).toContain(
      'You have skipped the debit',
    )
    expect(sent).toEqual([{ debitId: '73' }])
    expect(told()).toEqual(['The debit is skipped. Please pay the invoice yourself.'])
  })

  test('a debit that the bank has by now is not skipped, and the question says why', async () => {
    const { user } = await withDebit({})
    const why = 'This debit is with your bank already, or is over, so it cannot be skipped.'
    server.use(http.post(call('/api/Dashboards/skipDebit'), () => fault(409, why)))
    await user.click(await button('Skip this debit'))
    await user.click(await button('Skip it'))
    expect(await screen.findByRole('alert')).toHaveProperty('textContent', why)
  })

  test('an agent is not offered to skip it', async () => {
    window.localStorage.setItem(storageKeys.isDirectLogin, 'true')
    await withDebit({})
    expect(await screen.findByRole('region', { name: 'Next debit' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Skip this debit' })).toBeNull()
  })
})

describe('know more', () => {
  test.each([
    ['a page on desktop', 1440, ['Easy Payment']],
    ['a sheet on mobile', 390, ['Easy Payment', 'How Auto Debit works']],
  ])('EASYPAY-04, EASYPAY-10, EASYPAY-41, ENTITY-47: %s', async (_, width, dialogs) => {
    setViewport(width)
    mandates()
    const { user, location } = await renderAt(autoDebit, { before: ['/home'] })
    await user.click(await button('Know more'))
    expect(await screen.findByText(/such as ₹5000 or its multiples/)).toBeDefined()
    expect(await heading('How Auto Debit works')).toBeDefined()
    for (const name of dialogs) expect(screen.getByRole('dialog', { name, hidden: true })).toBeDefined()
    expect(screen.getAllByRole('dialog', { hidden: true })).toHaveLength(dialogs.length)
    expect(screen.getByText('You are told a day before.')).toBeDefined()
    expect(location().search.paymentStep).toBe('auto-debit-know-more')
    const way = width > 1100 ? 'Back' : 'Close'
    await user.click(screen.getAllByRole('button', { name: way }).at(-1) as HTMLElement)
    await waitFor(() => expect(location().search.paymentStep).toBeUndefined())
    expect(await heading('Auto Debit')).toBeDefined()
  })
})

describe('changing', () => {
  test('EASYPAY-07, EASYPAY-33, CALL-56: another card is made the active one, once the terms are agreed', async () => {
    const { asked, state } = mandates(both())
    const { user, location } = await renderAt(at('auto-debit-change-payment-mode'), { before: ['/home', autoDebit] })
    const change = await button('Change')
    const add = await button('Add new payment mode')
    const agree = screen.getByRole('checkbox', { name: 'I agree to the' })
    expect([change.disabled, add.disabled, screen.queryByText(terms)]).toEqual([false, false, null])
    await user.click(agree)
    expect([change.disabled, add.disabled]).toEqual([true, true])
    expect(screen.getByText(terms).id).toBe(change.getAttribute('aria-describedby'))
    await user.click(agree)
    await user.click(screen.getByRole('radio', { name: /UPI/ }))
    state.cards = active({ cards: both().cards, activeCardId: 'u-1', activeGatewayType: 'BILLDESK' })
    await user.click(change)
    await waitFor(() => expect(told()).toEqual(['Auto debit payment mode changed succesfully.']))
    expect(asked.activated).toEqual([{ gatewayType: 'BILLDESK', customerCardId: 'u-1' }])
    await waitFor(() => expect(location().search.paymentStep).toBeUndefined())
    expect(await screen.findByText('asha@okbank')).toBeDefined()
  })

  test('EASYPAY-34: with one card there is nothing to change to', async () => {
    mandates(active())
    await renderAt(at('auto-debit-change-payment-mode'))
    expect(await button('Add new payment mode')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Change' })).toBeNull()
    expect(screen.queryByRole('radio')).toBeNull()
  })

  test('the only card, which is not active, can be used', async () => {
    const { asked } = mandates({ cards: [aUpiCard()] })
    const { user } = await renderAt(at('auto-debit-change-payment-mode'))
    await user.click(await button('Use this payment mode'))
    await waitFor(() => expect(told()).toEqual(['Auto Debit Set Successfully!']))
    expect(asked.activated).toEqual([{ gatewayType: 'BILLDESK', customerCardId: 'u-1' }])
  })

  test('what is paused or being removed cannot be chosen, and says so', async () => {
    const cards = [aCard(), aUpiCard({ status: 'paused' }), aUpiCard({ cardId: 'u-2', status: 'cancelling' })]
    mandates(active({ cards }))
    await renderAt(at('auto-debit-change-payment-mode'))
    const radios = await screen.findAllByRole<HTMLInputElement>('radio')
    expect(radios.map(({ disabled }) => disabled)).toEqual([false, true, true])
    for (const text of ['Active', /Paused at your bank$/, /Being removed$/])
      expect(screen.getByText(text)).toBeDefined()
    expect(screen.getAllByRole('button', { name: /^Delete / })).toHaveLength(2)
  })

  test('a refusal is said where it happened', async () => {
    const { state } = mandates(both())
    state.refusal = [404, 'This payment mode is not there any more.']
    const { user, location } = await renderAt(at('auto-debit-change-payment-mode'))
    await user.click(await screen.findByRole('radio', { name: /UPI/ }))
    await user.click(await button('Change'))
    expect(await screen.findByRole('alert')).toHaveProperty('textContent', 'This payment mode is not there any more.')
    expect(location().search.paymentStep).toBe('auto-debit-change-payment-mode')
  })
})

describe('removing', () => {
  async function ask(cards = active()) {
    const gateway = mandates(cards)
    const app = await renderAt(autoDebit, { before: ['/home'] })
    await app.user.click(await button(/^Delete /))
    expect(await heading('Are you Sure?')).toBeDefined()
    return { ...gateway, ...app }
  }

  test('EASYPAY-09, EASYPAY-23, EASYPAY-24, EASYPAY-25, EASYPAY-26, EASYPAY-27: asks once; Cancel goes one step back', async () => {
    const { user, location, asked } = await ask()
    expect(location().search.paymentStep).toBe('remove-auto-debit')
    expect(screen.getByText('You are one step away from missing the benefits of Auto Debit.')).toBeDefined()
    expect(await button('Yes, delete')).toBeDefined()
    await user.click(await button('Cancel'))
    await waitFor(() => expect(location().search).toEqual({ paymentMode: 'easy-payment', paymentType: 'auto-debit' }))
    expect(await heading('Auto Debit')).toBeDefined()
    expect(asked.removed).toEqual([])
  })

  test.each([
    ['Card', active()],
    ['UPI', { cards: [aUpiCard()], activeCardId: 'u-1', activeGatewayType: 'BILLDESK' }],
  ])('EASYPAY-35, EASYPAY-36, EASYPAY-37, CALL-62: %s is removed', async (method, cards) => {
    const { user, location, asked } = await ask(cards)
    const { held, letGo } = aHold()
    server.use(http.post(call('/api/Dashboards/cancelMandate'), () => held, { once: true }))
    await user.click(await button('Yes, delete'))
    expect(await screen.findByText('Removing Auto Debit')).toBeDefined()
    expect((await button('Yes, delete')).getAttribute('aria-busy')).toBe('true')
    letGo()
    await waitFor(() => expect(told()).toEqual([`Auto debit for ${method} successfully removed.`]))
    await waitFor(() => expect(location()).toMatchObject({ pathname: '/home', search: {} }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const { cardId, paymentGateway } = cards.cards[0] as { cardId: string; paymentGateway: string }
    expect(asked.removed).toEqual([{ cardId, paymentGateway }])
  })

  test.each([
    ['a refusal', { refusal: [404, 'This payment mode is not there any more.'] as [number, string] }],
    ['an answer without success', { changed: { success: false, message: 'This payment mode is not there any more.' } }],
  ])('EASYPAY-37: after %s the loader is gone, and it can be tried again', async (_, answer) => {
    const { user, location, state } = await ask()
    Object.assign(state, answer)
    await user.click(await button('Yes, delete'))
    expect(await screen.findByRole('alert')).toHaveProperty('textContent', 'This payment mode is not there any more.')
    expect(screen.queryByText('Removing Auto Debit')).toBeNull()
    expect((await button('Yes, delete')).getAttribute('aria-busy')).toBeNull()
    expect(location().search.paymentStep).toBe('remove-auto-debit')
  })

  test('EASYPAY-28: without a chosen card the management screen comes', async () => {
    mandates(active())
    const { location } = await renderAt(at('remove-auto-debit'))
    expect(await heading('Auto Debit')).toBeDefined()
    expect(location().search).toEqual({ paymentMode: 'easy-payment', paymentType: 'auto-debit' })
  })
})

const success = {
  type: 'rento:payment',
  outcome: 'success',
  razorpay_payment_id: 'pay_1',
  razorpay_order_id: 'order_1',
  razorpay_signature: 'sig',
}

describe('adding', () => {
  async function choose(name: string, setting = mandates()) {
    const app = await renderAt(at('auto-debit-add-new-payment-mode'), { before: ['/home', autoDebit] })
    await app.user.click(await button(new RegExp(`^${name}`)))
    expect(await heading('Confirm Auto Debit')).toBeDefined()
    return { ...setting, ...app }
  }

  async function toFrame(name = 'Debit or credit card') {
    const app = await choose(name)
    await app.user.click(await button('Set Auto Debit'))
    const frame = await screen.findByTitle<HTMLIFrameElement>('Approve Auto Debit')
    const says = (data: object) =>
      window.dispatchEvent(new MessageEvent('message', { data, origin: 'null', source: frame.contentWindow }))
    return { ...app, frame, says }
  }

  test('EASYPAY-05, EASYPAY-06, EASYPAY-17, ENTITY-48, ENTITY-49: the options by name, then what is permitted', async () => {
    mandates()
    const { user, location } = await renderAt(at('auto-debit-add-new-payment-mode'), { before: ['/home', autoDebit] })
    for (const { name } of options) expect(await button(new RegExp(`^${name}`))).toBeDefined()
    await user.click(await button(/^Net banking/))
    expect(await heading('Confirm Auto Debit')).toBeDefined()
    expect(location().search.paymentStep).toBe('auto-debit-payment-confirmation')
    const dialog = screen.getByRole('dialog', { name: 'Easy Payment' })
    for (const text of ['Net banking', '₹2,598', '₹15,000']) expect(within(dialog).getByText(text)).toBeDefined()
    await user.click(await button('Back'))
    expect(await heading('How should your rent be debited?')).toBeDefined()
  })

  test('EASYPAY-32, EASYPAY-33, VALID-44: nothing can be set up without the terms', async () => {
    const { user, asked } = await choose('UPI')
    const set = await button('Set Auto Debit')
    expect(set.disabled).toBe(false)
    await user.click(screen.getByRole('checkbox', { name: 'I agree to the' }))
    expect(set.disabled).toBe(true)
    expect(screen.getByText(terms).id).toBe(set.getAttribute('aria-describedby'))
    expect(asked.options).toEqual([])
  })

  test('the confirmation without a chosen option leads back to the options', async () => {
    mandates()
    const { location } = await renderAt(at('auto-debit-payment-confirmation'))
    expect(await heading('How should your rent be debited?')).toBeDefined()
    expect(location().search.paymentStep).toBe('auto-debit-add-new-payment-mode')
  })

  test.each([
    ['UPI', 'checkout?upi=true'],
    ['Debit or credit card', 'checkout?upi=false'],
    ['Net banking', 'checkout?emandate=true'],
  ])(
    'CALL-58, CALL-59: %s asks for its options with the flag of it, and opens the isolated page',
    async (name, query) => {
      const { asked, frame } = await toFrame(name)
      expect(asked.options).toEqual([query])
      expect(frame.getAttribute('src')).toBe('/pay/m-501?lang=en')
    },
  )

  test('EASYPAY-17, CALL-60: what the page has proved is captured, and the new card stands there', async () => {
    const { says, state, asked, location } = await toFrame()
    state.onCapture = () => {
      state.cards = active()
    }
    says(success)
    await waitFor(() => expect(told()).toEqual(['Auto Debit Set Successfully!']))
    const { type: _, outcome: __, ...proof } = success
    expect(asked.captured).toEqual([{ razorPayResponse: proof }])
    await waitFor(() => expect(location().search).toEqual({ paymentMode: 'easy-payment', paymentType: 'auto-debit' }))
    expect(await screen.findByRole('region', { name: 'HDFC Visa' })).toBeDefined()
  })

  test('who does not wait until it is known is told later, and stays where they are', async () => {
    const { user, says, state, location } = await toFrame()
    const { held, letGo } = aHold()
    state.captured = { success: false, card: aCard({ status: 'initiated' }) }
    server.use(http.get(call('/api/Dashboards/getRecurringCards'), () => held, { once: true }))
    says(success)
    const waiting = await screen.findByRole('dialog', { name: 'Setting Auto Debit up' })
    // While the proof is being sent, it is said that one has to wait.
    await waitFor(async () => {
      const close = within(waiting).queryByRole('button', { name: 'Close' })
      if (close) await user.click(close)
      expect(screen.queryByText('Auto Debit is not set up yet')).not.toBeNull()
    })
    state.cards = active()
    letGo()
    await waitFor(() => expect(told()).toContain('Auto Debit Set Successfully!'))
    await waitFor(() => expect(screen.queryByText('Auto Debit is not set up yet')).toBeNull())
    expect(location().search.paymentStep).toBe('auto-debit-payment-confirmation')
  })

  test('Back leaves the gateway and stays at the confirmation', async () => {
    const { location, history } = await toFrame()
    history.back()
    expect(await screen.findByText('Auto Debit is not set up yet')).toBeDefined()
    expect(screen.queryByTitle('Approve Auto Debit')).toBeNull()
    expect(location().search.paymentStep).toBe('auto-debit-payment-confirmation')
  })

  test.each([
    ['a refusal', { refusal: [400, 'The signature is wrong.'] as [number, string] }, 'The signature is wrong.'],
    [
      'an answer without success',
      { captured: { success: false, card: aCard({ status: 'rejected' }) } },
      'Nothing was set up. You can try again, or choose another payment mode.',
    ],
  ])('ERR-17: %s of the capture says that it failed', async (_, answer, why) => {
    const { says, state, location } = await toFrame()
    Object.assign(state, answer)
    says(success)
    expect(await screen.findByRole('alert')).toHaveProperty('textContent', `Failed to add auto debit${why}`)
    expect(told()).toEqual(['Failed to add auto debit'])
    expect(location().search.paymentStep).toBe('auto-debit-payment-confirmation')
    expect((await button('Set Auto Debit')).disabled).toBe(false)
  })

  test.each([
    ['that has not decided', 'initiated', 'Auto Debit is not set up yet', []],
    ['that has said no', 'rejected', 'Failed to add auto debit', ['Failed to add auto debit']],
  ] as const)('a bank %s is told so', async (_, status, title, news) => {
    const { says, state } = await toFrame()
    const card = aCard({ status })
    state.captured = { success: false, card }
    state.onCapture = () => {
      state.cards = { cards: [card] }
    }
    says(success)
    expect(within(await screen.findByRole('alert')).getByText(title)).toBeDefined()
    expect(told()).toEqual(news)
  })

  test('our page has proved it already, and brings nothing', async () => {
    const { says, state, asked } = await toFrame()
    state.cards = active()
    says({ type: 'rento:payment', outcome: 'success' })
    await waitFor(() => expect(told()).toEqual(['Auto Debit Set Successfully!']))
    expect(asked.captured).toEqual([])
  })

  test('a page that is left says that nothing is set up yet', async () => {
    const { user } = await toFrame()
    await user.click(await button('Leave without Auto Debit'))
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Auto Debit is not set up yet/)
    expect(told()).toEqual([])
  })

  test('a bank that has confirmed although the page was left is believed', async () => {
    const { user, state } = await toFrame()
    state.cards = active()
    await user.click(await button('Leave without Auto Debit'))
    await waitFor(() => expect(told()).toEqual(['Auto Debit Set Successfully!']))
  })

  test.each([
    ['failed', 'Failed to add auto debit'],
    ['error', 'Something went wrong!'],
  ])('ERR-17: a page that says %s', async (outcome, words) => {
    const { says, asked } = await toFrame()
    says({ type: 'rento:payment', outcome })
    await waitFor(() => expect(told()).toEqual([words]))
    expect(asked.captured).toEqual([])
  })

  test('another option has nothing to do with what went wrong before', async () => {
    const { user } = await toFrame()
    await user.click(await button('Leave without Auto Debit'))
    await screen.findByRole('alert')
    await user.click(await button('Back'))
    await user.click(await button(/^UPI/))
    expect(await heading('Confirm Auto Debit')).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('a gateway that does not begin says so', async () => {
    const { user, state } = await choose('UPI')
    state.refusal = [500, 'It broke.']
    await user.click(await button('Set Auto Debit'))
    await waitFor(() => expect(told()).toEqual(['Something went wrong!']))
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Something went wrong!/)
    expect((await button('Set Auto Debit')).getAttribute('aria-busy')).toBeNull()
  })
})

describe('in a window of its own', () => {
  async function open(popup: object | null, name = 'UPI') {
    const paymentOptions = options.map((option) => ({ ...option, gateway: 'BILLDESK' }))
    const setting = mandates({ cards: [] }, aMeta({ autoDebit: { ...aMeta().autoDebit, paymentOptions } }))
    const opened = vi.spyOn(window, 'open').mockReturnValue(popup as Window | null)
    const app = await renderAt(at('auto-debit-add-new-payment-mode'), { before: ['/home', autoDebit] })
    await app.user.click(await button(new RegExp(`^${name}`)))
    await app.user.click(await button('Set Auto Debit'))
    await waitFor(() => expect(setting.asked.options).toHaveLength(1))
    return { ...setting, ...app, opened }
  }

  const aWindow = () => ({
    document: { title: '' },
    location: { replace: vi.fn() },
    closed: false,
    close() {
      this.closed = true
    },
  })

  test.each([
    ['UPI', 'sdk?upi=true'],
    ['Debit or credit card', 'sdk?upi=false'],
    ['Net banking', 'sdk?emandate=true'],
  ])('CALL-57: %s opens the isolated page there', async (name, query) => {
    const popup = aWindow()
    const { asked } = await open(popup, name)
    expect(asked.options).toEqual([query])
    expect(await screen.findByRole('dialog', { name: 'Approve Auto Debit in the other window' })).toBeDefined()
    expect(popup.location.replace).toHaveBeenCalledWith('/pay/m-502?lang=en')
  })

  test('CALL-61: the signed word of the window is captured', async () => {
    const popup = aWindow()
    const { asked, state } = await open(popup)
    await screen.findByRole('dialog', { name: 'Approve Auto Debit in the other window' })
    state.onCapture = () => {
      state.cards = { cards: [aUpiCard()], activeCardId: 'u-1', activeGatewayType: 'BILLDESK' }
    }
    const data = { type: 'rento:payment', outcome: 'success', mandate_response: 'signed' }
    const said = new MessageEvent('message', { data, origin: 'null' })
    Object.defineProperty(said, 'source', { value: popup })
    window.dispatchEvent(said)
    await waitFor(() => expect(told()).toEqual(['Auto Debit Set Successfully!']))
    expect(asked.captured).toEqual([{ billDeskResponse: { bdOrderId: 'BD1', txnResponse: 'signed' } }])
    expect(popup.closed).toBe(true)
    expect(await screen.findByText('asha@okbank')).toBeDefined()
  })

  test('a window that is closed is noticed', async () => {
    const popup = aWindow()
    await open(popup)
    await screen.findByRole('dialog', { name: 'Approve Auto Debit in the other window' })
    popup.close()
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Auto Debit is not set up yet/)
  })

  test('a browser that refuses windows goes to the page itself', async () => {
    const { left } = await open(null)
    await waitFor(() => expect(left.to).toHaveBeenCalledWith('/pay/m-502?lang=en'))
  })
})

test('rent that is due can be paid beside it', async () => {
  mandates(active())
  server.use(
    http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(aDashboard({ totalPayableAmount: 1299 }))),
  )
  await renderAt(autoDebit)
  expect(await button('Pay ₹1,299 Now')).toBeDefined()
})
