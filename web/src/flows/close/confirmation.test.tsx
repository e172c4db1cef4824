import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { dashboardQuery } from '#/api/dashboard'
import { customerKey } from '#/api/keys'
import type { Upcoming } from '#/features/upcoming/queries'
import { storageKeys } from '#/platform/storage'
import { aDashboard, aProduct } from '#/test/builders'
import { anAmount, heading, press, serveClosure, sofa, start, toConfirmation, toSettlement } from '#/test/closure'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

beforeAll(() => import('./CloseFlow'), 60_000)

describe('settlement', () => {
  test('CLOSE-08, REFUND-13: the wallet is set and leads to the confirmation', async () => {
    const sent = serveClosure()
    const { user, location } = await renderAt(start)
    await toSettlement(user)
    expect(await heading('How do you wish to be refunded?')).toBeDefined()
    expect(screen.getByText('Step 4 of 5')).toBeDefined()
    expect(location().search).toMatchObject({ requestStep: 'final-settlement-mode' })
    await press(user, /^Straight to Rentomoney/)
    expect(await heading('Early closure charges')).toBeDefined()
    expect(sent.preference).toEqual(['10'])
  })

  test.each([
    ['REFUND-14', /^Straight to Bank Account/, 'bank-details'],
    ['REFUND-15', /^Refund Via UPI/, 'refund-upi'],
  ])('CLOSE-09, %s: a form of its own', async (_, method, step) => {
    serveClosure()
    const { user, location } = await renderAt(start)
    await toSettlement(user)
    await press(user, method)
    await waitFor(() => expect(location().search).toMatchObject({ requestStep: step }))
    expect(screen.getByText('Step 4 of 5')).toBeDefined()
  })

  test('without a network the wallet says that it was not set, and trying again goes on', async () => {
    const sent = serveClosure()
    let connected = true
    server.use(
      http.get(call('/api/RMUsers/:id/getSettlements'), () =>
        connected ? HttpResponse.json({ total: 0, settlements: [] }) : HttpResponse.error(),
      ),
    )
    const { user, queryClient } = await renderAt(start)
    await toSettlement(user)
    await screen.findByRole('button', { name: /^Straight to Rentomoney/ })
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    onlineManager.setOnline(false)
    connected = false
    // A refetch of the dashboard waits for the network. Nothing that is pressed may wait with it.
    void queryClient.invalidateQueries({ queryKey: dashboardQuery(7).queryKey })
    await press(user, /^Straight to Rentomoney/)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('You are offline, so this was not sent and nothing was done.')
    expect(sent.preference).toEqual([])
    online.mockReturnValue(true)
    onlineManager.setOnline(true)
    connected = true
    await press(user, 'Try again')
    expect(await heading('Early closure charges')).toBeDefined()
  })

  test('REFUND-16: an agent goes straight to the confirmation and sets nothing', async () => {
    window.localStorage.setItem(storageKeys.isDirectLogin, 'true')
    const sent = serveClosure()
    const { user } = await renderAt(start)
    await toSettlement(user)
    await press(user, /^Straight to Bank Account/)
    expect(await heading('Early closure charges')).toBeDefined()
    expect(sent.preference).toEqual([])
  })
})

describe('confirmation', () => {
  test('CLOSE-10, CLOSE-11, CLOSE-21, CLOSE-22, CLOSE-23: the charge, and line by line how it came about', async () => {
    serveClosure()
    const { user } = await renderAt(start)
    await toConfirmation(user)
    expect(await heading('Early closure charges')).toBeDefined()
    expect(screen.getByText('Step 5 of 5')).toBeDefined()
    // The button appears together with everything above it.
    expect(await screen.findByRole('button', { name: "I'd rather close anyway" })).toBeDefined()
    const lines = screen
      .getAllByRole('definition')
      .flatMap((value) => value.querySelector('.visually-hidden')?.textContent ?? [])
    expect(lines).toEqual(['₹1,000', '₹1,500', '₹3,652.68', '₹1,500', '₹270', '₹1,770'])
    expect(screen.getByText('Rent × 1.5')).toBeDefined()
    const tenure = screen.getByText(/^110 days left/)
    const months = [...tenure.querySelectorAll('span')].map((line) => line.textContent)
    expect(months).toEqual([
      '7 of 30 days at ₹1,000 a month: ₹233.33',
      '3 months at ₹1,000: ₹3,000',
      '13 of 31 days at ₹1,000 a month: ₹419.35',
    ])
  })

  test("CLOSE-24: an air conditioner costs two months' rent", async () => {
    const { orderItem, calculation } = anAmount()
    serveClosure({
      amounts: [
        anAmount({
          orderItem: { ...orderItem, isAC: true },
          calculation: { ...calculation, multiplier: 2, rentMethod: 2000 },
        }),
      ],
    })
    const { user } = await renderAt(start)
    await toConfirmation(user)
    expect(await screen.findByText("For an air conditioner: 2 months' rent")).toBeDefined()
    expect(screen.queryByText('Tenure method')).toBeNull()
  })

  test('without charges it is a plain question', async () => {
    serveClosure({ amounts: [anAmount({ closureCharges: 0, tax: 0, total: 0 })] })
    const { user } = await renderAt(start)
    await toConfirmation(user)
    expect(await heading('No early closure charges')).toBeDefined()
    expect(screen.queryByRole('button', { name: "I'd rather close anyway" })).toBeNull()
    expect(screen.getByText(/^Invoices that are open by then .* Now there are none\.$/)).toBeDefined()
    await press(user, 'Close Subscription')
    expect(await heading('Request Created Successfully')).toBeDefined()
  })

  test('CLOSE-12: completing the tenure leaves without a question', async () => {
    serveClosure()
    const { user, location } = await renderAt(start)
    await toConfirmation(user)
    expect(
      await screen.findByText(/no charge for leaving early. Their rent of ₹1,000 a month plus GST goes on/),
    ).toBeDefined()
    await press(user, /Complete the tenure/)
    await waitFor(() => expect(location().search).not.toHaveProperty('requestType'))
    expect(screen.queryByText('Leave this request?')).toBeNull()
  })

  test.each([
    ['CLOSE-13', /Shift to a new address/, 'relocate-subscription', 'Relocation Request'],
    ['CLOSE-14', /Transfer subscription/, 'transfer-ownership', 'Transfer Ownership'],
  ])('%s: another request instead', async (_, button, requestType, title) => {
    serveClosure()
    const { user, location } = await renderAt(start)
    await toConfirmation(user)
    await press(user, button)
    expect(await screen.findByRole('dialog', { name: title })).toBeDefined()
    expect(location().search).toEqual({ requestType })
    expect(await screen.findByRole('checkbox', { name: sofa, checked: true })).toBeDefined()
  })

  const extension: Upcoming['extensions'][number] = {
    orderItemId: 11,
    productName: 'Wooden sofa set, 3 seater',
    rentAmount: 1000,
    startDate: '2027-03-14',
    tenureEndDate: '2027-06-14',
    isAC: false,
    maxLeavingCharge: 1500,
    rentBefore: 1000,
    tenureEndBefore: '2027-03-14',
    takeBackUntil: '2027-03-13',
  }

  test('who closes the extension does not find the former closure when the next one is begun', async () => {
    serveClosure()
    server.use(
      http.get(call('/api/Dashboards/upcoming'), () =>
        HttpResponse.json({ requests: [], transfers: [], extensions: [extension] }),
      ),
    )
    const { user, router } = await renderAt(start, { before: ['/home', '/home'] })
    await toConfirmation(user)
    await press(user, /^Take the extension back first/)
    expect(await screen.findByText('Wooden sofa set, 3 seater stays with you until 14 Jun 2027.')).toBeDefined()
    await press(user, 'Close')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await router.navigate({ to: '/home', search: { requestType: 'close-subscription' } })
    expect(await screen.findByRole('checkbox', { name: sofa, checked: false })).toBeDefined()
  })

  test('an extension that can still be taken back is offered before its charge is paid, and leads back with all that was chosen', async () => {
    serveClosure()
    let extensions = [extension, { ...extension, orderItemId: 12, productName: 'Bed' }]
    server.use(
      http.get(call('/api/Dashboards/upcoming'), () => HttpResponse.json({ requests: [], transfers: [], extensions })),
      http.post(call('/api/RMUsers/:id/takeBackExtension'), () => {
        extensions = []
        return HttpResponse.json({ success: true })
      }),
    )
    const { user, location } = await renderAt(start, { before: ['/home', '/home'] })
    await toConfirmation(user)
    const offers = await screen.findAllByRole('button', { name: /^Take the extension back first/ })
    expect(offers.map((offer) => offer.textContent)).toEqual([
      'Take the extension back first Wooden sofa set, 3 seater: free of charge until 13 Mar 2027; leaving may cost less then',
    ])
    await user.click(offers[0] as HTMLElement)
    expect(await screen.findByText('Wooden sofa set, 3 seater stays with you until 14 Jun 2027.')).toBeDefined()
    expect(location().search).toEqual({ extension: '11-2027-03-14', extensionFor: 'close-subscription' })
    await press(user, 'Take the extension back')
    expect(await heading('Early closure charges')).toBeDefined()
    const review = within(await screen.findByRole('region', { name: 'What you are about to ask for' }))
    expect(review.getByText('Moving out')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Take the extension back first/ })).toBeNull())
  })

  test('whether an extension can be taken back is said to be unknown when the call fails, and is asked again', async () => {
    serveClosure()
    let broken = true
    server.use(
      http.get(call('/api/Dashboards/upcoming'), () =>
        broken
          ? fault(500, 'Something went wrong. Please try again.')
          : HttpResponse.json({ requests: [], transfers: [], extensions: [extension] }),
      ),
    )
    const { user } = await renderAt(start)
    await toConfirmation(user)
    const failed = await screen.findByText('Whether an extension can be taken back could not be loaded')
    expect(screen.getByRole('button', { name: /^Complete the tenure/ })).toBeDefined()
    broken = false
    await user.click(within(failed.closest('[role=alert]') as HTMLElement).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: /^Take the extension back first/ })).toBeDefined()
    expect(screen.queryByText('Whether an extension can be taken back could not be loaded')).toBeNull()
  })

  test('CLOSE-14: what cannot be done with the ticked items is not offered', async () => {
    serveClosure()
    server.use(
      http.get(call('/api/Dashboards/dashboardData'), () =>
        HttpResponse.json(aDashboard({ activeProductLists: [aProduct({ isCILAllowed: false })] })),
      ),
    )
    const { user } = await renderAt(start)
    await toConfirmation(user)
    expect(await screen.findByRole('button', { name: /Shift to a new address/ })).toBeDefined()
    expect(screen.queryByRole('button', { name: /Transfer subscription/ })).toBeNull()
  })

  test('everything that was chosen is there once more, and what is charged when', async () => {
    serveClosure()
    server.use(
      http.get(call('/api/Dashboards/dashboardData'), () =>
        HttpResponse.json(aDashboard({ totalPayableAmount: 2428.44 })),
      ),
      http.get(call('/api/RMUsers/:id/getRefundPreference'), () =>
        HttpResponse.json({ success: true, refundPreference: 20 }),
      ),
      http.get(call('/api/UserProfiles/getBankDetails'), () => HttpResponse.json({ accountNumber: '123456785678' })),
    )
    const { user } = await renderAt(start)
    await toConfirmation(user)
    const review = within(await screen.findByRole('region', { name: 'What you are about to ask for' }))
    for (const words of [
      'Wooden sofa set, 3 seater',
      '12, Lake View, Bangalore, 560002',
      /^Tuesday,? 24 November,? 2026$/,
      'Moving out',
      'To bank account XXXX5678',
      'Now: ₹1,770 for leaving early, GST included.',
      /^Until 24 Nov/,
      'Open invoices are paid from the refund first, also those that are not due yet: now ₹4,198.44.',
    ])
      expect(await review.findByText(words)).toBeDefined()
  })

  test.each([
    ['what comes back', 0, {}, 'As things stand, ₹1,230 then comes back to you.'],
    ['what is still owed', 2428.44, {}, 'As things stand, ₹1,198.44 is then still to be paid by you.'],
    [
      'nothing of the deposit that another item needs',
      0,
      { amountPaid: 2000 },
      '₹1,770 is then still to be paid by you.',
    ],
    ['neither', 1230, {}, 'As things stand, nothing then comes back to you, and nothing is left to be paid.'],
  ] as const)('the net is said: %s', async (_, totalPayableAmount, deposit, words) => {
    serveClosure()
    const { depositDetails } = aDashboard()
    server.use(
      http.get(call('/api/Dashboards/dashboardData'), () =>
        HttpResponse.json(aDashboard({ totalPayableAmount, depositDetails: { ...depositDetails, ...deposit } })),
      ),
    )
    const { user } = await renderAt(start)
    await toConfirmation(user)
    const review = within(await screen.findByRole('region', { name: 'What you are about to ask for' }))
    expect(await review.findByText((text) => text.includes(words))).toBeDefined()
  })

  test.each([
    [
      'that is on its way pays what is open first',
      { amount: 1000, refundPreference: 20 },
      '₹2,230 then comes back to you.',
    ],
    ['of which nobody knows the way waits', { amount: 1000 }, '₹1,230 then comes back to you.'],
    [
      'that the bank did not accept waits',
      { amount: 1000, refundPreference: 20, heldOfDeposit: 1000 },
      '₹1,230 then comes back to you.',
    ],
  ])('another refund %s', async (_, refund, words) => {
    serveClosure()
    const { readyRefund } = aDashboard()
    server.use(
      http.get(call('/api/Dashboards/dashboardData'), () =>
        HttpResponse.json(aDashboard({ readyRefund: { ...readyRefund, count: 1, ...refund } })),
      ),
    )
    const { user } = await renderAt(start)
    await toConfirmation(user)
    const review = within(await screen.findByRole('region', { name: 'What you are about to ask for' }))
    expect(await review.findByText((text) => text.includes(`As things stand, ${words}`))).toBeDefined()
  })

  const ahead = 'The last rent of these items comes out of the rent that you paid in advance.'
  const lost = 'The discount that is not earned by then, ₹176.90 with GST, is taken back from it.'
  const left = '₹6,544.64 of it is left and comes back with your settlement.'
  test.each([
    [176.9, 6544.64, `${ahead} ${lost} ${left}`],
    [0, 6544.64, `${ahead} ${left}`],
    [176.9, 0, `${ahead} ${lost}`],
    [0, 0, null],
  ])(
    'of rent in advance, what is lost (%d) and what is left (%d) is said',
    async (lostDiscount, advanceLeft, words) => {
      serveClosure({ amounts: [anAmount({ lostDiscount, advanceLeft })] })
      const { user } = await renderAt(start)
      await toConfirmation(user)
      const review = within(await screen.findByRole('region', { name: 'What you are about to ask for' }))
      expect(await review.findByText(/^Until 24 Nov/)).toBeDefined()
      expect(review.queryByText((text) => text.startsWith(ahead))?.textContent ?? null).toBe(words)
    },
  )

  test('what is left of rent in advance is part of the net', async () => {
    serveClosure({ amounts: [anAmount({ advanceLeft: 5000 })] })
    server.use(
      http.get(call('/api/Dashboards/dashboardData'), () =>
        HttpResponse.json(aDashboard({ totalPayableAmount: 1230 })),
      ),
    )
    const { user } = await renderAt(start)
    await toConfirmation(user)
    const review = within(await screen.findByRole('region', { name: 'What you are about to ask for' }))
    // The rent up to the pickup is taken off already.
    expect(
      await review.findByText('As things stand, ₹5,000 then comes back to you. Damage makes it less.'),
    ).toBeDefined()
  })

  describe('what could not be asked says so in its place, and nothing is sent before it was seen', () => {
    const close = () => screen.queryByRole('button', { name: "I'd rather close anyway" })
    const review = async () => within(await screen.findByRole('region', { name: 'What you are about to ask for' }))
    const notYet = () => screen.findByText('You can go on once all of this is shown above.')
    const failing = () => fault(500, 'Our side failed.')

    test('the address: addresses answer 500', async () => {
      const sent = serveClosure()
      const { user, queryClient } = await renderAt(start)
      await toSettlement(user)
      await screen.findByRole('button', { name: /^Straight to Rentomoney/ })
      server.use(http.get(call('/api/RMUsers/:id/addresses'), failing))
      queryClient.removeQueries({ queryKey: customerKey(7, 'addresses') })
      await press(user, /^Straight to Rentomoney/)
      const alert = await (await review()).findByRole('alert')
      expect(alert.textContent).toMatch(/^Your addresses could not be loaded ?Our side failed\./)
      expect(await notYet()).toBeDefined()
      expect(close()).toBeNull()
      expect(sent.confirm).toEqual([])

      serveClosure()
      await user.click(within(alert).getByRole('button', { name: 'Try again' }))
      expect(await (await review()).findByText('12, Lake View, Bangalore, 560002')).toBeDefined()
      await waitFor(() => expect(close()).not.toBeNull())
      expect(screen.queryByText('You can go on once all of this is shown above.')).toBeNull()
    })

    test.each([
      ['the refund way: its preference answers 500', '/api/RMUsers/:id/getRefundPreference'],
      ['the refund way: its account answers 500', '/api/UserProfiles/getBankDetails'],
    ])('%s', async (_, path) => {
      const sent = serveClosure()
      const kept = [
        http.get(call('/api/RMUsers/:id/getRefundPreference'), () =>
          HttpResponse.json({ success: true, refundPreference: 20 }),
        ),
        http.get(call('/api/UserProfiles/getBankDetails'), () => HttpResponse.json({ accountNumber: '123456785678' })),
      ]
      server.use(http.get(call(path), failing), ...kept)
      const { user } = await renderAt(start)
      await toSettlement(user)
      await press(user, /^Straight to Rentomoney/)
      const alert = await (await review()).findByRole('alert')
      expect(alert.textContent).toMatch(/^We could not load how your deposit comes back ?Our side failed\./)
      expect(await notYet()).toBeDefined()
      expect(close()).toBeNull()
      expect(sent.confirm).toEqual([])
      server.use(...kept)
      await user.click(within(alert).getByRole('button', { name: 'Try again' }))
      expect(await (await review()).findByText('To bank account XXXX5678')).toBeDefined()
      await waitFor(() => expect(close()).not.toBeNull())
    })

    test('an address that is gone is said to be gone', async () => {
      serveClosure()
      const { user, queryClient } = await renderAt(start)
      await toSettlement(user)
      await screen.findByRole('button', { name: /^Straight to Rentomoney/ })
      server.use(http.get(call('/api/RMUsers/:id/addresses'), () => HttpResponse.json([])))
      await queryClient.invalidateQueries({ queryKey: customerKey(7, 'addresses') })
      await press(user, /^Straight to Rentomoney/)
      expect(await (await review()).findByText(/^This address is not saved any more/)).toBeDefined()
      expect(close()).toBeNull()
    })
  })

  test('REFUND-16: an agent is told that the refund way was not stored', async () => {
    window.localStorage.setItem(storageKeys.isDirectLogin, 'true')
    serveClosure()
    const { user } = await renderAt(start)
    await toSettlement(user)
    await press(user, /^Refund Via UPI/)
    expect(await screen.findByText(/^Not stored: only the customer can choose how the refund is paid/)).toBeDefined()
  })

  test('CLOSE-15: the explanation is illustrative and has a way back', async () => {
    serveClosure()
    const { user, location } = await renderAt(start, { before: ['/home', '/home'] })
    await toConfirmation(user)
    await press(user, 'How is this calculated?')
    expect(await heading('How early closure charges are calculated')).toBeDefined()
    expect(location().search).toMatchObject({ requestStep: 'early-closure-calculation' })
    expect(screen.getByText("Air conditioners carry an early-closure fee of 2 months' rent.")).toBeDefined()
    await press(user, 'Go Back')
    expect(await heading('Early closure charges')).toBeDefined()
  })

  test('what it costs by now is shown and asked again when it is not what was seen', async () => {
    const sent = serveClosure()
    const { user } = await renderAt(start)
    await toConfirmation(user)
    expect(await heading('Early closure charges')).toBeDefined()
    server.use(
      http.post(
        call('/api/Dashboards/confirmClosure'),
        async ({ request }) => {
          sent.confirm?.push(await request.json())
          return fault(422, 'Leaving on this day costs ₹2,950. Please confirm it.', {
            field: 'closureCharge',
            closureCharge: 2950,
          })
        },
        { once: true },
      ),
      http.post(call('/api/Dashboards/getClosureAmounts'), () =>
        HttpResponse.json([anAmount({ closureCharges: 2500, tax: 450, total: 2950 })]),
      ),
    )
    await press(user, "I'd rather close anyway")
    expect((await screen.findByRole('alert')).textContent).toBe('Leaving on this day costs ₹2,950. Please confirm it.')
    expect((await screen.findAllByText('₹2,950')).length).toBeGreaterThan(0)
    await press(user, "I'd rather close anyway")
    await waitFor(() => expect(sent.confirm).toHaveLength(2))
    expect(sent.confirm).toMatchObject([{ closureCharge: 1770 }, { closureCharge: 2950 }])
  })

  test.each([
    [422, { field: 'preferredPickupDate' }, 'choose-date-and-reason-of-pickup'],
    [409, {}, undefined],
    [503, {}, 'close-subscription-confirmation'],
  ])('a refusal with %d lands where it can be mended', async (status, extra, step) => {
    serveClosure()
    server.use(http.post(call('/api/Dashboards/confirmClosure'), () => fault(status, 'It cannot be done so.', extra)))
    const { user, location } = await renderAt(start)
    await toConfirmation(user)
    await press(user, "I'd rather close anyway")
    expect((await screen.findByRole('alert')).textContent).toBe('It cannot be done so.')
    expect((location().search as { requestStep?: string }).requestStep).toBe(step)
  })
})
