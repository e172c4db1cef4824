import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { storageKeys } from '#/platform/storage'
import { aCard, aMeta, aUpiCard, mandates } from '#/test/auto-debit'
import { aDashboard } from '#/test/builders'
import { call, http, keeping } from '#/test/contract'
import { autoDebit, both, button, planned, told } from '#/test/easy-payment'
import { fault } from '#/test/handlers'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

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

  test('one that the bank is to confirm says so, and can be withdrawn', async () => {
    const { asked } = mandates({ cards: [aCard({ status: 'initiated', cardName: '', cardNumber: '' })] })
    const { user } = await renderAt(autoDebit)
    const card = await screen.findByRole('region', { name: 'Card' })
    expect(within(card).getByText('Waiting for your bank')).toBeDefined()
    for (const banner of ['Auto Debit is not active', 'Rent that pays itself'])
      expect(screen.queryByRole('region', { name: banner })).toBeNull()
    await user.click(within(card).getByRole('button', { name: /^Delete / }))
    await user.click(await screen.findByRole('button', { name: 'Yes, delete' }))
    await waitFor(() => expect(asked.removed).toEqual([{ cardId: 'c-1', paymentGateway: 'RAZORPAY' }]))
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

  test('the active card says when it is debited next, and others are named', async () => {
    mandates({ ...both(), nextDebitDate: '2026-12-03', nextDebitTime: '06:00' })
    await renderAt(autoDebit)
    const card = await screen.findByRole('region', { name: 'HDFC Visa' })
    expect(within(card).getByText('3 Dec 2026, from 6:00 am on')).toBeDefined()
    expect(screen.getByText('Also set up: UPI asha@okbank')).toBeDefined()
  })

  test('beside a card that rests, the others are offered', async () => {
    const resting = {
      ...both(),
      cards: both().cards.map((card) => (card.method === 'card' ? { ...card, status: 'paused' as const } : card)),
    }
    mandates(resting)
    const { user, location } = await renderAt(autoDebit)
    const banner = await screen.findByRole('region', { name: 'Auto Debit is not active' })
    await user.click(within(banner).getByRole('button', { name: 'Choose payment mode' }))
    await waitFor(() => expect(location().search.paymentStep).toBe('auto-debit-change-payment-mode'))
  })

  describe('without one in use', () => {
    const inactive = async (cards: Parameters<typeof mandates>[0]) => {
      mandates(cards)
      await renderAt(autoDebit)
      return screen.findByRole('region', { name: 'Auto Debit is not active' })
    }
    const then = { amount: 2741, date: '2026-12-04', stays: false }

    test('it is said what the one to choose debits this month, as where it is chosen', async () => {
      const banner = await inactive({ cards: [aCard({ debitIfChosen: then, debitsFrom: '2027-01-03' })] })
      expect(banner.textContent).toContain('If you do it today, ₹2,741 is debited on 4 Dec 2026 this month.')
      expect(banner.textContent).not.toContain('Your next rent would be debited')
    })

    test('a debit that stays with the bank is not said to come of it', async () => {
      const banner = await inactive({
        cards: [aCard({ debitIfChosen: { ...then, stays: true }, debitsFrom: '2027-01-03' })],
      })
      expect(banner.textContent).toContain('No late payment charges')
      expect(banner.textContent).not.toContain('If you do it today')
    })

    test('one whose limit is below the rent is not recommended', async () => {
      const banner = await inactive({ cards: [aCard({ tooLow: true, mandateAmount: 500 })] })
      expect(banner.textContent).toContain('is not possible: up to ₹500 may be debited by it at once')
      expect(banner.textContent).not.toContain('No late payment charges')
    })

    test('nothing is advised when no rent is to come', async () => {
      const banner = await inactive({ cards: [aCard()], noRent: true })
      expect(within(banner).getByText('Nothing is debited, and no rent is to come that could be.')).toBeDefined()
      expect(within(banner).queryByRole('button')).toBeNull()
    })
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
  const lateFee = { amount: 52, date: '2026-12-09', payBy: '2026-12-08' }

  async function withDebit(change: Partial<typeof planned>, meta = aMeta(), cards = both()) {
    const state = { debit: { ...planned, ...change } as typeof planned | undefined }
    mandates(cards, meta)
    server.use(
      http.get(call('/api/Dashboards/dashboardData'), () =>
        HttpResponse.json(aDashboard({ totalPayableAmount: 2598, hasActiveMandate: true, debit: state.debit })),
      ),
    )
    return { ...(await renderAt(autoDebit)), state }
  }

  test.each<[string, Partial<typeof planned>, string]>([
    ['planned', {}, '₹2,598 will be debited from as…@okbank on 3 Dec 2026.'],
    ['planned, at a time', { time: '06:00' }, 'as…@okbank on 3 Dec 2026, from 6:00 am on.'],
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
      'skipped, with the fee that comes of it',
      { step: 'skipped', lateFee },
      'Please pay it yourself by 8 Dec 2026: on 9 Dec 2026 a late fee of ₹52 is charged.',
    ],
    [
      'too late',
      { step: 'too_late', debitsFrom: '2027-01-03' },
      'Nothing was debited this month: Auto Debit from as…@okbank came too late for ₹2,598, since a debit is announced two days before. Please pay it yourself by 8 Dec 2026. From 3 Jan 2027 on your rent is debited from as…@okbank.',
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
    const { cards, ...rest } = both()
    const low = { ...rest, cards: cards.map((card) => ({ ...card, tooLow: true })) }
    await withDebit({ step: 'above_limit', amount: 6000 }, aMeta({ maxAmount }), low)
    const now = await screen.findByRole('region', { name: 'This month' })
    expect(now.textContent).toContain('₹6,000 is more than the ₹5,000 that may be debited at once from as…@okbank')
    expect(within(now).getByText(text)).toBeDefined()
  })

  test('the question before skipping the debit of an overdue invoice names no day to pay by', async () => {
    const { user } = await withDebit({ payBy: '2026-11-08', isOverdue: true, lateFee } as Partial<typeof planned>)
    await user.click(await screen.findByRole('button', { name: 'Skip this debit' }))
    const question = await screen.findByRole('dialog')
    expect(question.textContent).toContain(
      'The invoice stays overdue: please pay it yourself soon. On 9 Dec 2026 a late fee of ₹52 is charged if it is still open.',
    )
  })

  test('above the limit, another one that allows the rent is named before a new one', async () => {
    await withDebit({ step: 'above_limit', amount: 6000 })
    const now = await screen.findByRole('region', { name: 'This month' })
    expect(now.textContent).toContain('For later invoices, choose UPI asha@okbank: your rent may be debited from it.')
  })

  test('one debit is skipped after a question that says what the invoice costs when it stays open', async () => {
    const { user, state } = await withDebit({ lateFee })
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
    const fee = 'On 9 Dec 2026 a late fee of ₹52 is charged if it is still open.'
    expect(question.textContent).toContain(
      `please pay it yourself by 8 Dec 2026. ${fee} Later invoices are debited as before.`,
    )
    await user.click(within(question).getByRole('button', { name: 'Keep it' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Skip this debit?' })).toBeNull())
    expect(sent).toEqual([])
    await user.click(await button('Skip this debit'))
    await user.click(await button('Skip it'))
    expect((await screen.findByRole('region', { name: 'This month' })).textContent).toContain(
      'You have skipped the debit',
    )
    expect(sent).toEqual([{ debitId: '73' }])
    expect(told()).toEqual([`The debit is skipped. Please pay the invoice yourself. ${fee}`])
  })

  test('where no fee comes of it, the question names none', async () => {
    const { user } = await withDebit({})
    await user.click(await button('Skip this debit'))
    const question = await screen.findByRole('dialog', { name: 'Skip this debit?' })
    expect(question.textContent).toContain('please pay it yourself by 8 Dec 2026. Later invoices')
    expect(question.textContent).not.toContain('late fee')
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
