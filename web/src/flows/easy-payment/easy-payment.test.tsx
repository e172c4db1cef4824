import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { aMeta, mandates } from '#/test/auto-debit'
import { aDashboard } from '#/test/builders'
import { call, http } from '#/test/contract'
import { active, at, autoDebit, both, button, heading, home } from '#/test/easy-payment'
import { fault } from '#/test/handlers'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'
import { setViewport } from '#/test/viewport'

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

  test('EASYPAY-13: where no way can carry the rent, it is said why', async () => {
    const { autoDebit: about } = aMeta()
    const { paymentOptions: tooLowOptions } = about
    mandates(
      { cards: [] },
      aMeta({ autoDebit: { ...about, paymentOptions: [], tooLowOptions }, liveItemInvoiceAmount: 17700 }),
    )
    await renderAt(at('auto-debit-add-new-payment-mode'), { before: ['/home'] })
    expect(await screen.findByText('No options yet!')).toBeDefined()
    const why = 'UPI is not possible: up to ₹15,000 may be debited by it at once, and your rent of a month is ₹17,700.'
    expect(screen.getByText(why)).toBeDefined()
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
    'EASYPAY-12, EASYPAY-13: without a live order %s says that there are no options yet',
    async (step) => {
      mandates(both())
      server.use(
        http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(aDashboard({ hasLiveOrder: false }))),
      )
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

test('rent that is due can be paid beside it', async () => {
  mandates(active())
  server.use(
    http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(aDashboard({ totalPayableAmount: 1299 }))),
  )
  await renderAt(autoDebit)
  expect(await button('Pay ₹1,299 Now')).toBeDefined()
})

test('while a debit is at the bank nothing is paid beside it, as on home', async () => {
  mandates(active())
  const atBank = {
    ...{ kind: 'due' as const, amount: 1299, since: '2026-11-25T01:00:00Z', until: '2026-11-29' },
    ...{ isAutoDebit: true, underWaySeconds: 60, isChecked: false },
  }
  server.use(
    http.get(call('/api/Dashboards/dashboardData'), () =>
      HttpResponse.json(aDashboard({ totalPayableAmount: 1299, pendingPayments: [atBank] })),
    ),
  )
  await renderAt(autoDebit)
  expect(await screen.findByText(/you can pay here again once your bank has answered/)).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Pay ₹/ })).toBeNull()
})
