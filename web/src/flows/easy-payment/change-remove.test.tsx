import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { aCard, aUpiCard, mandates } from '#/test/auto-debit'
import { aDashboard } from '#/test/builders'
import { call, http } from '#/test/contract'
import { active, at, autoDebit, both, button, heading, planned, told } from '#/test/easy-payment'
import { aHold } from '#/test/hold'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

const terms = 'Kindly accept our terms and condition to proceed forward.'

describe('changing', () => {
  test('EASYPAY-07, EASYPAY-33, CALL-56, MSG-02: another card is made the active one, once the terms are agreed', async () => {
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

  test.each([
    [false, 'If you choose it, ₹1,769 is debited by it on 4 Dec 2026 this month.'],
    [true, /^This month, ₹1,769 is still debited by XXXX 4242 on 4 Dec 2026\./],
  ])('before another card is chosen, it is said who makes this month’s debit (stays: %s)', async (stays, text) => {
    const cards = [aCard(), aUpiCard({ debitIfChosen: { amount: 1769, date: '2026-12-04', name: 'XXXX 4242', stays } })]
    mandates(active({ cards }))
    const { user } = await renderAt(at('auto-debit-change-payment-mode'))
    await button('Change')
    expect(screen.queryByText(/4 Dec 2026/)).toBeNull()
    await user.click(screen.getByRole('radio', { name: /UPI/ }))
    expect(await screen.findByText(text)).toBeDefined()
  })

  test('before a card is chosen whose limit is lower than the rent, that is said', async () => {
    mandates(active({ cards: [aCard(), aUpiCard({ mandateAmount: 500 })] }))
    const { user } = await renderAt(at('auto-debit-change-payment-mode'))
    await button('Change')
    await user.click(screen.getByRole('radio', { name: /UPI/ }))
    const words =
      'Up to ₹500 may be debited by it at once, and your rent of a month is ₹2,598. You pay a larger invoice yourself.'
    expect(await screen.findByText(words)).toBeDefined()
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
    const bins = screen.getAllByRole('button', { name: /^Delete / }).map(({ ariaLabel }) => ariaLabel)
    expect(new Set(bins).size, `${bins}`).toBe(2)
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

  test('EASYPAY-09, EASYPAY-23, EASYPAY-24, EASYPAY-25, EASYPAY-26, EASYPAY-27, MSG-03: asks once; Cancel goes one step back', async () => {
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
    await waitFor(() => expect(document.activeElement?.id).toBe('content'))
    const { cardId, paymentGateway } = cards.cards[0] as { cardId: string; paymentGateway: string }
    expect(asked.removed).toEqual([{ cardId, paymentGateway }])
  })

  const then = { amount: 1769, date: '2026-12-03', stays: false }
  const two = {
    cards: [aCard({ debitIfRemoved: then }), aUpiCard()],
    activeCardId: 'c-1',
    activeGatewayType: 'RAZORPAY',
  }
  const removed = {
    ...planned,
    account: 'XXXX 4242',
    amount: 1769,
    invoiceNumber: 'KA/26-27/000123',
    limit: 10000,
    method: 'card' as const,
    payBy: '2026-12-10',
  }

  /** Opens the dialog that asks about removing the n-th card. */
  async function askAbout(index: number, cards = two) {
    server.use(http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(aDashboard({ debit: removed }))))
    const gateway = mandates(cards)
    const app = await renderAt(at('auto-debit-change-payment-mode'))
    const buttons = await screen.findAllByRole('button', { name: /^Delete / })
    await app.user.click(buttons[index] as HTMLElement)
    expect(await heading('Are you Sure?')).toBeDefined()
    return { ...gateway, ...app }
  }

  test('the one in use: the planned debit is named, and the other one, which has to be chosen', async () => {
    const { user } = await askAbout(0)
    const lost =
      'The debit of ₹1,769 on 3 Dec 2026 will not be made. Please pay invoice KA/26-27/000123 yourself by 10 Dec 2026.'
    expect(await screen.findByText(lost)).toBeDefined()
    const next = 'Nothing is debited any more until you choose UPI asha@okbank under Auto Debit.'
    expect(screen.getByText(next)).toBeDefined()
    await user.click(await button('Yes, delete'))
    await waitFor(() => expect(told()).toEqual(['Auto debit for Card successfully removed.', next]))
  })

  test('another one: rent stays debited by the one in use, whose debit is made', async () => {
    const { user } = await askAbout(1)
    const stays = 'Your rent stays debited from HDFC Visa XXXX XXXX XXXX 4242.'
    expect(await screen.findByText(stays)).toBeDefined()
    expect(screen.queryByText(/will not be made/)).toBeNull()
    await user.click(await button('Yes, delete'))
    await waitFor(() => expect(told()).toEqual(['Auto debit for UPI successfully removed.', stays]))
  })

  test('another one that makes this month’s debit: the one in use makes it then', async () => {
    const debitIfRemoved = { ...then, date: '2026-12-05', name: 'XXXX 4242' }
    await askAbout(1, { ...two, cards: [aCard(), aUpiCard({ debitIfRemoved })] })
    expect(await screen.findByText('The debit of ₹1,769 is then made by XXXX 4242 on 5 Dec 2026.')).toBeDefined()
  })

  test('the only one: nothing is debited any more', async () => {
    await ask()
    expect(screen.getByText('Nothing is debited any more: you pay each invoice yourself.')).toBeDefined()
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
