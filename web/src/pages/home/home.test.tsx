import { screen, waitFor, within } from '@testing-library/react'
import { delay, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { DashboardData } from '#/api/dashboard'
import { aDashboard, aProduct } from '#/test/builders'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { verifiedUpTo } from '#/test/kyc'
import { serveKyc } from '#/test/kyc-app'
import { anInvoice, anInvoiceDoc } from '#/test/money-builders'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'
import { setViewport } from '#/test/viewport'

function dashboard(change: Partial<DashboardData>) {
  server.use(http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(aDashboard(change))))
}

const settled = { ...aDashboard().depositDetails, isSettlementReady: true }

describe('the banner of home', () => {
  test('HOME-01: a spinner until the dashboard is there', async () => {
    server.use(http.get(call('/api/Dashboards/dashboardData'), () => delay('infinite')))
    await renderAt('/home')
    const spinner = await within(await screen.findByRole('main')).findByText('Loading')
    expect(spinner.closest('[role=status]')).not.toBeNull()
  })

  test('a dashboard that cannot be loaded can be asked for again', async () => {
    server.use(http.get(call('/api/Dashboards/dashboardData'), () => fault(500, 'The books are closed.')))
    const { user } = await renderAt('/home')
    expect(await screen.findByRole('alert')).toHaveProperty(
      'textContent',
      expect.stringContaining('The books are closed.'),
    )
    dashboard({ totalPayableAmount: 900 })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('₹900')).toBeDefined()
  })

  test('PROD-01, HOME-03, HOME-05, HOME-07: the deposit that is due comes before rent', async () => {
    dashboard({ depositBalance: -2160, totalPayableAmount: 900 })
    await renderAt('/home')
    const slip = (await screen.findByRole('heading', { name: 'Deposit Due' })).closest('section') as HTMLElement
    expect(within(slip).getByText('₹2,160')).toBeDefined()
    expect(within(slip).getByRole('button', { name: 'Pay Now' })).toBeDefined()
    expect(screen.queryByText(/Rental Due/)).toBeNull()
  })

  test('HOME-02, HOME-06, HOME-08, HOME-09: rent comes before the settlement and names its month', async () => {
    dashboard({
      totalPayableAmount: 8501,
      depositBalance: 10,
      depositDetails: settled,
      latestInvoiceDate: '2026-11-01',
    })
    await renderAt('/home')
    expect(await screen.findByRole('heading', { name: 'Rental Due for November' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Pay Now' })).toBeDefined()
    expect(screen.queryByText('Settlement is ready')).toBeNull()
  })

  test('HOME-04, HOME-10, HOME-11: the settlement opens its dialog', async () => {
    dashboard({ depositBalance: 3000, depositDetails: settled })
    const { user, location } = await renderAt('/home')
    expect(await screen.findByRole('heading', { name: 'Settlement is ready' })).toBeDefined()
    await user.click(screen.getByRole('link', { name: 'Review' }))
    await waitFor(() => expect(location().search).toMatchObject({ showSettlement: 'true' }))
  })

  test('HOME-02, HOME-08: what else is due than rent is named beneath the title; the parts are the sum', async () => {
    const dueParts: DashboardData['dueParts'] = [
      { kind: 'rent', amount: 1769 },
      { kind: 'early_closure', amount: 637.6 },
      { kind: 'damage', amount: 295 },
      { kind: 'late_fee', amount: 35 },
    ]
    dashboard({ totalPayableAmount: 2736.6, dueParts, latestInvoiceDate: '2026-11-01' })
    await renderAt('/home')
    const slip = (await screen.findByRole('heading', { name: 'Rental Due for November' })).closest('section')
    const rows = await within(slip as HTMLElement).findAllByRole('term')
    expect(rows.map((row) => row.parentElement?.querySelector('.visually-hidden')?.textContent)).toEqual([
      '₹1,769',
      '₹637.60',
      '₹295',
      '₹35',
    ])
    expect(rows.map((row) => row.textContent)).toEqual(['Rent', 'Charge for leaving early', 'Damage', 'Late fees'])
  })

  test.each([
    [0, 'Your refund is worked out. Choose how you want to receive it.'],
    [10, 'You chose Rentomoney. See how far it is.'],
    [20, 'You chose your bank account. See how far it is.'],
    [40, 'You chose your UPI ID. See how far it is.'],
  ])('HOME-10: the settlement banner changes once a way is chosen (%i)', async (refundPreference, text) => {
    const readyRefund = { ...aDashboard().readyRefund, count: 2, amount: 1808.2, refundPreference }
    dashboard({ depositBalance: 3000, depositDetails: settled, readyRefund })
    await renderAt('/home')
    expect(await screen.findByText(`2 settlements are ready. ${text}`)).toBeDefined()
    expect(screen.getByText('₹1,808.20')).toBeDefined()
  })

  test('rent by month is drawn, and a screen reader has it as a table', async () => {
    const invoices = [anInvoice(), anInvoice({ invoiceId: 29, date: '2026-10-01', amount: 825 })]
    server.use(
      http.get(call('/api/Dashboards/getLedgersData'), () =>
        HttpResponse.json({ invoices, totalInvoices: invoices.length, transactions: [] }),
      ),
    )
    dashboard({})
    await renderAt('/home')
    const table = within(await screen.findByRole('table', { name: 'Invoiced by month' }))
    expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'MonthRentTogether',
      'Oct 2026₹825₹825',
      'Nov 2026₹2,830₹2,830',
    ])
  })

  test('HOME-12: pending KYC is started from its banner', async () => {
    dashboard({ userStatus: { kycPending: true }, sortedBanners: ['REFERRAL'] })
    const { user, location } = await renderAt('/home')
    await user.click(await screen.findByRole('link', { name: 'Start KYC' }))
    await waitFor(() => expect(location().pathname).toBe('/kyc'))
  })

  test('of one that was begun home says how far it is', async () => {
    dashboard({ userStatus: { kycPending: true } })
    serveKyc(verifiedUpTo(10, 'companyEmail'))
    await renderAt('/home')
    expect(await screen.findByText(/^65% is done\. Complete your identity check/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Start KYC' })).toBeDefined()
  })

  test.each([
    ['declined', /^KYC declined.*You have to be 18 or older\..*You can try again from 24 Dec 2026/],
    ['in_review', /^One of our people looks at your documents.*You have nothing to do/],
  ] as const)('KYC that is %s is not offered to be started', async (status, words) => {
    const evalResponse = {
      decision: 'declined' as const,
      reasons: ['under_age'],
      score: 0,
      evaluatedAt: '2026-11-24T10:00:00Z',
    }
    serveKyc({ profession: 40, status, canChangeProfession: false, retryOn: '2026-12-24', evalResponse } as const)
    dashboard({ userStatus: { kycPending: true } })
    await renderAt('/home')
    const see = await screen.findByRole('link', { name: 'See the state of my KYC' })
    expect(see.closest('div.flex')?.textContent).toMatch(words)
    expect(screen.queryByRole('link', { name: 'Start KYC' })).toBeNull()
  })

  test('HOME-13, HOME-14: otherwise the offers, in the order of the server', async () => {
    dashboard({ sortedBanners: ['REFERRAL', 'ADVANCE_RENTAL', 'AUTO_DEBIT', 'START_RENTING'] })
    await renderAt('/home')
    const carousel = await screen.findByRole('region', { name: 'Offers for you' })
    const slides = [...carousel.querySelectorAll('[aria-roledescription=slide] h2')].map((title) => title.textContent)
    expect(slides).toEqual(['Refer a friend', 'Pay rent in advance', 'Set up Auto Debit', 'Rent something new'])
  })

  test.each([
    [5, 'Up to 5% off', 1],
    [4.5, 'Up to 4.5% off', 0],
  ])('of rent in advance the offer says what is saved: %d %', async (advanceDiscountPercentage, words, tags) => {
    dashboard({ sortedBanners: ['ADVANCE_RENTAL'], advanceDiscountPercentage })
    await renderAt('/home')
    const carousel = await screen.findByRole('region', { name: 'Offers for you' })
    expect(await within(carousel).findByText(new RegExp(`^${words} `))).toBeDefined()
    expect(within(carousel).queryAllByText('Save 5%')).toHaveLength(tags)
  })

  test.each([
    ['HOME-19: bullets on desktop', 1440, 3, 3],
    ['HOME-19: none on mobile', 390, 3, 0],
    ['HOME-17: a single offer has nothing to slide', 1440, 1, 0],
  ])('%s', async (_, width, count, bullets) => {
    setViewport(width)
    dashboard({ sortedBanners: ['REFERRAL', 'ADVANCE_RENTAL', 'AUTO_DEBIT'].slice(0, count) })
    await renderAt('/home')
    const carousel = await screen.findByRole('region', { name: 'Offers for you' })
    expect(within(carousel).queryAllByRole('button', { name: /Go to offer/ })).toHaveLength(bullets)
    expect(within(carousel).queryAllByRole('button', { name: 'Pause' })).toHaveLength(count > 1 ? 1 : 0)
  })

  test('HOME-16: autoplay can be paused and played again', async () => {
    dashboard({ sortedBanners: ['REFERRAL', 'ADVANCE_RENTAL'] })
    const { user } = await renderAt('/home')
    await user.click(await screen.findByRole('button', { name: 'Pause' }))
    await user.click(screen.getByRole('button', { name: 'Play' }))
    expect(screen.getByRole('button', { name: 'Pause' })).toBeDefined()
  })
})

describe('what else home shows', () => {
  test('PROD-01: deposit and wallet with their statements', async () => {
    dashboard({ depositBalance: 1500, depositDetails: { ...settled, amountPaid: 6500 }, rentoMoney: -250 })
    server.use(http.get(call('/api/Dashboards/getDepositDetails'), () => delay('infinite')))
    const { user, location } = await renderAt('/home')
    const balances = await screen.findByRole('region', { name: 'Balances' })
    expect(within(balances).getByText('Deposit held for you').parentElement?.textContent).toContain('₹6,500')
    expect(within(balances).getByText('₹1,500 free')).toBeDefined()
    expect(within(balances).getByText('-₹250')).toBeDefined()
    await user.click(within(balances).getByRole('link', { name: 'See statement, Deposit held for you' }))
    await waitFor(() => expect(location().href).toContain('/my-subscriptions/transactions?tab=deposit'))
  })

  test('a deposit that is being inspected is not called free, and leads to its settlement', async () => {
    dashboard({
      depositBalance: 5200,
      depositDetails: { ...settled, isSettlementReady: false, amountPaid: 10_200, beingInspected: 5200 },
    })
    await renderAt('/home')
    const balances = within(await screen.findByRole('region', { name: 'Balances' }))
    const note = await balances.findByText(/^₹[\d,]+ for your items · ₹5,200 being inspected$/)
    expect(note, 'nothing is free').toBeDefined()
    const see = balances.getByRole('link', { name: 'See the settlement' })
    expect(see.getAttribute('href')).toContain('showSettlement=true')
  })

  test('a payout of the wallet says how much is on its way, where to and since when, and leads to it', async () => {
    const payout = {
      settlementId: 9,
      amount: 500,
      refundPreference: 20,
      askedAt: '2026-11-20T06:00:00Z',
      isHeld: false,
    }
    const asked: number[] = []
    dashboard({ walletPayouts: [payout, { ...payout, settlementId: 8, amount: 70, isHeld: true }] })
    server.use(
      http.get(call('/api/RMUsers/:id/getSettlements'), () => {
        asked.push(1)
        return HttpResponse.json({ total: 0, settlements: [] })
      }),
    )
    const { user } = await renderAt('/home')
    const balances = within(await screen.findByRole('region', { name: 'Balances' }))
    expect(
      await balances.findByText('₹500 is on its way to your bank account, asked for on 20 Nov 2026'),
      'the one that the bank did not accept is said as held',
    ).toBeDefined()
    await user.click(balances.getByRole('link', { name: 'See how far it is' }))
    await waitFor(() => expect(asked).toEqual([1]))
  })

  test('PROD-02, CONST-06: only delivered items are active', async () => {
    dashboard({
      activeProductLists: [aProduct(), aProduct({ id: 13, name: 'Treadmill', deliveryStatus: 100 })],
    })
    await renderAt('/home')
    expect(await screen.findByText('Wooden sofa set, 3 seater')).toBeDefined()
    expect(screen.queryByText('Treadmill')).toBeNull()
    expect(screen.getByText('1 item')).toBeDefined()
  })

  test('an item that is picked up says when', async () => {
    dashboard({ activeProductLists: [aProduct({ pickupDate: '2026-12-04' }), aProduct({ id: 13, name: 'Treadmill' })] })
    await renderAt('/home')
    expect(await screen.findAllByText('Pickup on 4 Dec 2026')).toHaveLength(1)
  })

  test('an item says what holds after its tenure, unless it leaves', async () => {
    dashboard({
      activeProductLists: [
        aProduct({ tenurePhase: 'ended', expectedClosureDate: '2026-10-17' }),
        aProduct({ id: 13, tenurePhase: 'ending', expectedClosureDate: '2026-12-04' }),
        aProduct({ id: 14, tenurePhase: 'ended', expectedClosureDate: '2026-10-18', pickupDate: '2026-12-04' }),
      ],
    })
    await renderAt('/home')
    expect(await screen.findByText('Tenure ended on 17 Oct 2026')).toBeDefined()
    expect(screen.getAllByText('The rent goes on. Giving it back costs no early closure charge.')).toHaveLength(1)
    expect(screen.getAllByText('Then the rent goes on')).toHaveLength(1)
    expect(screen.getByText('Tenure ended on 18 Oct 2026')).toBeDefined()
    const ways = screen.getAllByRole('link', { name: 'Extend the tenure' })
    expect(ways.map((way) => way.getAttribute('href'))).toEqual(
      Array(2).fill('/dashboard/home?requestType=extend-subscription'),
    )
  })

  test('without items there is a sentence and a way on', async () => {
    dashboard({ activeProductLists: [], hasLiveOrder: false })
    await renderAt('/home')
    expect(await screen.findByText('You have no active items')).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Pay in Advance' })).toBeNull()
  })

  test('rent in advance is a quick action where it is offered', async () => {
    dashboard({ activeProductLists: [aProduct()], hasLiveOrder: true, sortedBanners: ['ADVANCE_RENTAL'] })
    const { unmount } = await renderAt('/home')
    expect(await screen.findByRole('link', { name: 'Pay in Advance' })).toBeDefined()
    unmount()
    dashboard({ activeProductLists: [aProduct()], hasLiveOrder: true, sortedBanners: ['AUTO_DEBIT'] })
    await renderAt('/home')
    expect(await screen.findByRole('link', { name: 'Invoices' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Pay in Advance' })).toBeNull()
  })

  test('the words of the server about the dues are cleaned', async () => {
    dashboard({ totalPayableAmount: 900, pendingDuesText: 'Rent <b>₹900</b><img src=x onerror="window.hit=1">' })
    await renderAt('/home')
    const bold = await screen.findByText('₹900', { selector: 'b' })
    expect(bold.parentElement?.querySelector('img')).toBeNull()
  })

  test('offline nothing can be paid, and the page says why', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    dashboard({ totalPayableAmount: 900 })
    await renderAt('/home')
    expect(await screen.findByRole('button', { name: 'Pay Now' })).toHaveProperty('disabled', true)
    expect(screen.getByText('You are offline. Payments need a connection.')).toBeDefined()
  })
})

describe('why this amount', () => {
  const period = { periodFrom: '2026-09-01', periodTo: '2026-10-01' }
  const paidButForItsFee = anInvoice({ invoiceId: 30, status: 'paid', outstanding: 0, openLateFees: 412, ...period })
  const aLine = anInvoiceDoc().items.slice(0, 1)
  const docs: Record<string, ReturnType<typeof anInvoiceDoc>> = {
    30: anInvoiceDoc({
      ...paidButForItsFee,
      amount: 1860,
      items: aLine.map((line) => ({ ...line, days: 30, monthDays: 30, rate: 1576.27, amount: 1576.27, tax: 283.73 })),
      roundOff: 0,
      payments: [{ kind: 'refund', date: '2026-11-20T06:00:00Z', description: 'Deposit', isGift: false, amount: 1860 }],
      lateFees: [{ date: '2026-10-11', days: 1, base: 20_600, amount: 412, paid: 0 }],
    }),
    31: anInvoiceDoc({
      outstanding: 1336,
      openLateFees: 20,
      credited: 24,
      creditNotes: [anInvoice({ invoiceId: 33, invoiceNumber: 'KA/26-27/C000001', amount: 24 })],
      lateFees: [
        { date: '2026-11-11', days: 1, base: 1360, amount: 27, paid: 7 },
        {
          date: '2026-12-11',
          days: 31,
          base: 1336,
          amount: 27,
          paid: 0,
          waived: 'invoice credited',
          waivedCode: 'invoice_credited',
        },
      ],
    }),
  }

  beforeEach(() => {
    dashboard({ totalPayableAmount: 1768, totalPendingRentalDueAmount: 1336, pendingLateFeeAmount: 432 })
    server.use(
      http.get(call('/api/Dashboards/getLedgersData'), () =>
        HttpResponse.json({
          totalInvoices: 1,
          invoices: [
            anInvoice({
              invoiceId: 29,
              status: 'paid',
              outstanding: 0,
              periodFrom: '2026-08-01',
              periodTo: '2026-09-01',
            }),
            paidButForItsFee,
            anInvoice({ amount: 1860, amountPaid: 500, status: 'part_paid', outstanding: 1336, openLateFees: 20 }),
          ],
          transactions: [],
        }),
      ),
      http.get(call('/api/RMUsers/7/getRentalInvoice'), ({ request }) =>
        HttpResponse.json(docs[new URL(request.url).searchParams.get('invoiceId') ?? ''] ?? null),
      ),
    )
  })

  test('every rupee opens into days, rate, tax, rounding, payments and late fees', async () => {
    const { user } = await renderAt('/home')
    await user.click(await screen.findByRole('link', { name: 'Why this amount?' }))
    const sheet = await screen.findByRole('dialog')
    expect(await within(sheet).findByText(/14 of 31 days at ₹1,499 a month · GST 18%$/)).toBeDefined()
    expect(within(sheet).getByText(/Full month at ₹899/)).toBeDefined()
    expect(within(sheet).getByText('Round-off')).toBeDefined()
    expect(within(sheet).getByText('Payment received')).toBeDefined()
    expect(within(sheet).getByText('Days late: 1, on ₹1,360')).toBeDefined()
    expect(within(sheet).getByText('KA/26-27/C000001')).toBeDefined()
    expect(within(sheet).getByText('₹1,768')).toBeDefined()
    expect(within(sheet).queryByText(/Rule/)).toBeNull()
    expect(within(sheet).queryByText('1 Aug 2026 to 31 Aug 2026')).toBeNull()
  })

  test('the lines of each invoice add up to what its head says, and the heads to the total, fees of a paid one too', async () => {
    const { user } = await renderAt('/home')
    await user.click(await screen.findByRole('link', { name: 'Why this amount?' }))
    const sheet = await screen.findByRole('dialog')
    await within(sheet).findByText('Late fee of 11 Oct 2026')
    await within(sheet).findByText('Late fee of 11 Nov 2026')
    const paise = (amount: Element | null | undefined) =>
      Math.round(Number(amount?.textContent?.replace(/[₹,]/g, '')) * 100)
    const cards = within(sheet).getAllByRole('listitem')
    const heads = cards.map((card) => paise(card.querySelector('summary .visually-hidden')))
    expect(heads).toEqual([412_00, 1356_00])
    expect(heads.reduce((sum, head) => sum + head)).toBe(1768_00)
    for (const [index, card] of cards.entries()) {
      const rows = [...card.querySelectorAll('dl > div')].map((row) => ({
        label: row.querySelector('dt')?.textContent ?? '',
        value: paise(row.querySelector('.visually-hidden')),
      }))
      const lines = rows.filter(({ label }) => label !== 'Invoice total' && label !== 'Still to pay')
      expect(lines.reduce((sum, { value }) => sum + value, 0)).toBe(heads[index])
      expect(rows.at(-1)).toEqual({ label: 'Still to pay', value: heads[index] })
    }
  })
})
