import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import type { MandateCards } from '#/api/auto-debit'
import { formatRupees } from '#/shared/money'
import { aCard, aMeta, mandates, options } from '#/test/auto-debit'
import { aDashboard } from '#/test/builders'
import { call, http } from '#/test/contract'
import { active, at, autoDebit, both, button, heading, told } from '#/test/easy-payment'
import { aHold } from '#/test/hold'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

const terms = 'Kindly accept our terms and condition to proceed forward.'

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

  async function toFrame(name = 'Debit or credit card', cards?: MandateCards) {
    const app = await choose(name, mandates(cards))
    await app.user.click(await button('Set Auto Debit'))
    const frame = await screen.findByTitle<HTMLIFrameElement>('Approve Auto Debit')
    const says = (data: object) =>
      window.dispatchEvent(new MessageEvent('message', { data, origin: 'null', source: frame.contentWindow }))
    return { ...app, frame, says }
  }

  test.each([
    ['Debit or credit card', true],
    ['Net banking', false],
  ])('what is authorized along with %s is said before: %s', async (name, said) => {
    await choose(name)
    const words =
      'The next page asks for ₹1, to check that the account is yours. It is not taken, and is free again by itself.'
    expect(screen.queryByText(words) !== null).toBe(said)
  })

  test('the confirmation says the day of the first debit, when that rent is due, and how long it holds', async () => {
    const paymentOptions = options.map((way) => ({
      ...way,
      firstDebitDate: '2026-12-03',
      validUntil: '2031-11-12',
    }))
    const meta = aMeta({ autoDebit: { ...aMeta().autoDebit, paymentOptions, nextDueDate: '2026-12-10' } })
    await choose('UPI', mandates({ cards: [] }, meta))
    const words =
      'The first debit is on 3 Dec 2026, for the rent that is due by 10 Dec 2026. It holds until 12 Nov 2031; you can remove it at any time.'
    expect(screen.getByText(words)).toBeDefined()
  })

  test.each([
    ['nothing of it', 8501, {}, 8501],
    ['nothing, because nothing is due', 0, {}, 0],
    ['a part of it', 1320, { debitIfChosen: { amount: 1299, date: '2026-12-05', stays: false } }, 21],
    ['what another one debits', 1299, { debitIfChosen: { amount: 1299, date: '2026-12-05', stays: true } }, 0],
    ['nothing, because another one stays in use', 1299, { staysWith: 'XXXX 4242' }, 0],
  ])('what is due and not debited: %s', async (_, totalPayableAmount, change, left) => {
    const data = aDashboard({ totalPayableAmount })
    server.use(http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(data)))
    const paymentOptions = options.map((way) => ({ ...way, ...change }))
    const meta = aMeta({ autoDebit: { ...aMeta().autoDebit, paymentOptions } })
    await choose('UPI', mandates({ cards: [] }, meta))
    const words = /^Of what is due now, (.*) is not debited: please pay it yourself\.$/
    await waitFor(() =>
      expect(screen.queryByText(words)?.textContent?.match(words)?.[1]).toBe(left ? formatRupees(left) : undefined),
    )
  })

  test.each([
    [
      'this month',
      { debitIfChosen: { amount: 1154, date: '2026-11-14', stays: false } },
      'This month, ₹1,154 is debited by it on 14 Nov 2026.',
    ],
    [
      'another one stays in use',
      { firstDebitDate: undefined, staysWith: 'su…@okbank' },
      'Your rent stays debited from su…@okbank. Once it is set up, you can choose it instead.',
    ],
  ])('the confirmation says what is debited first: %s', async (_, change, words) => {
    const paymentOptions = options.map((way) => ({ ...way, firstDebitDate: '2026-12-03', ...change }))
    const meta = aMeta({ autoDebit: { ...aMeta().autoDebit, paymentOptions, nextDueDate: '2026-12-10' } })
    await choose('UPI', mandates({ cards: [] }, meta))
    expect(screen.getByText(words)).toBeDefined()
    expect(screen.queryByText(/The first debit is on/)).toBeNull()
  })

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

  test('EASYPAY-17: each way says its own limit, and one that cannot carry the rent is not offered, with the reason', async () => {
    const paymentOptions = options.slice(2).map((bank) => ({ ...bank, maxAmount: 20000 }))
    const meta = aMeta({
      autoDebit: { ...aMeta().autoDebit, paymentOptions, tooLowOptions: options.slice(0, 2) },
      liveItemInvoiceAmount: 17700,
      maxAmount: 20000,
    })
    mandates({ cards: [] }, meta)
    const { user } = await renderAt(at('auto-debit-add-new-payment-mode'), { before: ['/home', autoDebit] })
    const way = await button(/^Net banking/)
    expect(way.textContent).toContain('Up to ₹20,000 may be debited at once.')
    for (const name of ['UPI', 'Debit or credit card']) {
      expect(screen.queryByRole('button', { name: new RegExp(`^${name}`) })).toBeNull()
      const why = `${name} is not possible: up to ₹15,000 may be debited by it at once, and your rent of a month is ₹17,700.`
      expect(screen.getByText(why)).toBeDefined()
    }
    await user.click(way)
    const dialog = await screen.findByRole('dialog', { name: 'Easy Payment' })
    expect(await within(dialog).findByText('₹20,000')).toBeDefined()
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

  test('EASYPAY-17, CALL-60, MSG-01: what the page has proved is captured, and the new card stands there', async () => {
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

  test('what was set up says from when on it is debited', async () => {
    const { says, state } = await toFrame()
    state.onCapture = () => {
      state.cards = { ...active(), nextDebitDate: '2026-12-03', nextDebitTime: '06:00' }
    }
    says(success)
    const status = await screen.findByText(
      'Your rent is debited from it. The next debit is on 3 Dec 2026, from 6:00 am on.',
    )
    expect(status.closest('[role=status]')?.textContent).toContain(
      'Auto Debit from HDFC Visa XXXX XXXX XXXX 4242 is set up',
    )
  })

  test('a second one is not debited until it is chosen, which is said and offered', async () => {
    const { user, says, state, asked } = await toFrame('Debit or credit card', both())
    const second = aCard({ cardId: 'c-9', cardNumber: '9999' })
    state.onCapture = () => {
      state.cards = { ...both(), cards: [...both().cards, second] }
    }
    says(success)
    expect(await screen.findByText('Auto Debit from HDFC Visa XXXX XXXX XXXX 9999 is set up')).toBeDefined()
    expect(screen.getByText('Your rent stays debited from HDFC Visa XXXX XXXX XXXX 4242.')).toBeDefined()
    await waitFor(() => expect(told()).toEqual(['Auto Debit Set Successfully!']))
    const instead = await button('Debit from HDFC Visa XXXX XXXX XXXX 9999 instead')
    state.cards = { ...state.cards, activeCardId: 'c-9', activeGatewayType: 'RAZORPAY', nextDebitDate: '2026-12-03' }
    await user.click(instead)
    expect(await screen.findByText('Your rent is debited from it. The next debit is on 3 Dec 2026.')).toBeDefined()
    expect(asked.activated).toEqual([{ gatewayType: 'RAZORPAY', customerCardId: 'c-9' }])
    expect(screen.queryByText(/Your rent stays debited/)).toBeNull()
  })

  test('who does not wait until it is known is told later, and stays where they are', async () => {
    const { user, says, state, location } = await toFrame()
    const { held, letGo } = aHold()
    state.captured = { success: false, card: aCard({ status: 'initiated' }) }
    server.use(http.get(call('/api/Dashboards/getRecurringCards'), () => held, { once: true }))
    says(success)
    const waiting = await screen.findByRole('dialog', { name: 'Setting Auto Debit up' })
    // While the proof is being sent, the dialog says that the customer must wait.
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
    expect(told(), 'it is said once').toEqual([])
    expect(location().search.paymentStep).toBe('auto-debit-payment-confirmation')
    expect((await button('Set Auto Debit')).disabled).toBe(false)
  })

  test('a bank that has said no is told so', async () => {
    const { says, state } = await toFrame()
    state.captured = { success: false, card: aCard({ status: 'rejected' }) }
    says(success)
    expect(within(await screen.findByRole('alert')).getByText('Failed to add auto debit')).toBeDefined()
    expect(told(), 'it is said once').toEqual([])
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
    expect((await screen.findByRole('alert')).textContent).toContain(words)
    expect(told(), 'it is said once').toEqual([])
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
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Something went wrong!/)
    expect(told(), 'it is said once').toEqual([])
    expect((await button('Set Auto Debit')).getAttribute('aria-busy')).toBeNull()
  })
})
