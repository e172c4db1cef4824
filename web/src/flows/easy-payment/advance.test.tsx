// Imported before a test's timeout starts, because loading a whole flow can take longer.
import './EasyPaymentFlow'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AdvanceOptions, AdvancePackage } from '#/api/advance-rent'
import { aPackage } from '#/test/advance-rent'
import { mandates } from '#/test/auto-debit'
import { aDashboard, aPendingDebit, aProduct, pendingDebitWords } from '#/test/builders'
import { call, http, keeping } from '#/test/contract'
import { fault } from '#/test/handlers'
import { aGateway, aTransaction } from '#/test/money-builders'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'
import { setViewport } from '#/test/viewport'

const advance = '/home?paymentMode=easy-payment&paymentType=advance-rental'
const at = (step: string) => `${advance}&paymentStep=${step}`

const due = {
  label: 'Due Amount',
  months: 0,
  totalRent: 1770,
  payable: 1770,
  discountAmount: 0,
  discountPercentage: 0,
  gst: 0,
  moves: [],
}
const six = {
  label: '6 months',
  months: 6,
  totalRent: 8994,
  payable: 10082.28,
  discountAmount: 449.7,
  discountPercentage: 5,
  gst: 1537.98,
  from: '2026-11-01',
  to: '2027-04-30',
  firstInvoiceOn: '2026-12-01',
  moves: [],
}
const three = {
  ...six,
  label: '3 months',
  months: 3,
  totalRent: 4497,
  payable: 5200.34,
  discountAmount: 89.94,
  discountPercentage: 2,
}

const options = (change: Partial<AdvanceOptions> = {}): AdvanceOptions => ({
  pendingAmount: 0,
  fromWallet: 0,
  rentalOptions: [three, six],
  terms: {
    keepsDiscount: false,
    earned: [
      { months: 3, discountPercentage: 2 },
      { months: 6, discountPercentage: 5 },
    ],
  },
  ...change,
})

function offered(answer = options(), bought?: AdvancePackage, dashboard: Parameters<typeof aDashboard>[0] = {}) {
  server.use(
    http.get(call('/api/Dashboards/dashboardData'), () =>
      HttpResponse.json(aDashboard({ hasLiveOrder: true, ...dashboard })),
    ),
    http.get(call('/api/Dashboards/advanceRentalOptions'), () => HttpResponse.json(answer)),
    http.get(call('/api/Dashboards/advanceRentalPackage'), () => HttpResponse.json({ package: bought })),
  )
}

const pay = () => screen.findByRole<HTMLButtonElement>('button', { name: /^Pay/ })
const agree = async (user: Awaited<ReturnType<typeof renderAt>>['user']) =>
  user.click(await screen.findByRole('checkbox', { name: /^I agree to the/ }))
const option = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name })

beforeEach(() => {
  mandates()
})

describe('what is beside rent in advance', () => {
  test.each([
    [{ hasActiveMandate: true, rentoMoney: 0 }, /^Auto Debit stays set up.*as before\.$/],
    [{ hasActiveMandate: false, rentoMoney: 250 }, /^Rentomoney is not used for rent in advance/],
    [{ hasActiveMandate: true, rentoMoney: 250 }, /^Auto Debit stays set up.*Rentomoney is not used/],
  ])('%j', async (dashboard, words) => {
    offered(options(), undefined, dashboard)
    await renderAt(advance)
    await waitFor(() => {
      const [said] = screen.getAllByText(/Auto Debit stays set up|Rentomoney is not used/)
      expect(said?.closest('.grid')?.textContent).toMatch(words)
    })
  })

  test.each(['stopped', 'above_limit'] as const)('nothing of a mandate that does not debit: %s', async (step) => {
    offered(options(), undefined, { hasActiveMandate: true, rentoMoney: 250 })
    const debit = { step, amount: 0, limit: 500, account: 'es…@example' }
    server.use(
      http.get(call('/api/Dashboards/upcoming'), () =>
        HttpResponse.json({ requests: [], transfers: [], extensions: [], debit }),
      ),
    )
    await renderAt(advance)
    await screen.findByText(/Rentomoney is not used/)
    expect(screen.queryByText(/Auto Debit stays set up/)).toBeNull()
  })

  test.each([
    [250, 'Up to ₹250 of your Rentomoney pays first.'],
    [600, 'Up to ₹250 of your Rentomoney pays first. The rest of it stays for what falls due.'],
  ])('own money of 250 in a wallet of %i', async (rentoMoney, words) => {
    offered(options({ fromWallet: 250 }), undefined, { rentoMoney })
    await renderAt(advance)
    expect(await screen.findByText(words)).toBeDefined()
  })

  test('own money of 250 is a line of the sum, and the button says the rest', async () => {
    offered(options({ fromWallet: 250 }), undefined, { rentoMoney: 250 })
    const { user } = await renderAt(advance)
    await user.click(await option(/^3 months/))
    expect((await screen.findByText('Paid from Rentomoney')).closest('div')?.textContent).toContain('-₹250')
    expect((await pay()).textContent).toBe('Pay ₹4,950.34')
  })

  test('an item of which a pickup is booked is named as left out, and not as one whose tenure ends', async () => {
    const leaving = aProduct({ name: 'Oak sofa', expectedClosureDate: '2026-08-13', pickupDate: '2026-11-17' })
    const fridge = aProduct({ id: 8, name: 'Fridge', expectedClosureDate: '2027-12-31' })
    offered(options(), undefined, { activeProductLists: [leaving, fridge] })
    const { user } = await renderAt(advance)
    await user.click(await option(/^6 months/))
    const said = (await screen.findByText('Not part of it, because a pickup is booked')).parentElement
    expect(said?.textContent).toContain('Oak sofa: pickup on 17 Nov 2026')
    expect(said?.textContent).not.toContain('Fridge')
    expect(screen.queryByText('A tenure ends before these months do')).toBeNull()
  })

  test('nothing of what somebody does not have', async () => {
    offered(options(), undefined, { hasActiveMandate: false, rentoMoney: 0 })
    await renderAt(advance)
    await option(/^6 months/)
    expect(screen.queryByText(/Auto Debit stays set up|Rentomoney is not used/)).toBeNull()
  })

  test('a tenure that ends within the months is named once they are chosen', async () => {
    const short = { name: 'Oak sofa', expectedClosureDate: '2027-02-10' }
    const items = [aProduct(short), aProduct({ id: 8, name: 'Fridge', expectedClosureDate: '2027-06-30' })]
    offered(options(), undefined, { activeProductLists: items })
    const { user } = await renderAt(advance)
    await user.click(await option(/^6 months/))
    const said = (await screen.findByText('A tenure ends before these months do')).parentElement
    expect(said?.textContent).toContain('Oak sofa: 10 Feb 2027')
    expect(said?.textContent).not.toContain('Fridge')
    expect(said?.textContent).toContain('Rent goes on after it until you give the item back.')
    expect(screen.getByText(/within 7 working days of the inspection/)).toBeDefined()
  })
})

describe('the options', () => {
  test('EASYPAY-01, EASYPAY-29, EASYPAY-31, ENTITY-51: a press turns one on, another press off again', async () => {
    offered()
    const { user } = await renderAt(advance)
    const months = await option(/^6 months/)
    expect(months.checked).toBe(false)
    expect((await pay()).disabled).toBe(true)
    await agree(user)
    await user.click(months)
    expect(months.checked).toBe(true)
    for (const text of ['Rent of 6 months', 'Discount, 5%', 'GST', 'Total payable'])
      expect(screen.getByText(text)).toBeDefined()
    expect((await pay()).disabled).toBe(false)
    await user.click(await option(/^3 months/))
    expect(months.checked).toBe(false)
    await user.click(await option(/^3 months/))
    expect(screen.queryByText('Total payable')).toBeNull()
    expect((await pay()).disabled).toBe(true)
  })

  test('EASYPAY-30: without the terms Pay cannot be pressed, and they say why', async () => {
    offered()
    const { user } = await renderAt(advance)
    await user.click(await option(/^6 months/))
    const missing = 'Kindly accept our terms and condition to proceed forward.'
    expect((await pay()).disabled).toBe(true)
    expect(screen.getByText(missing)).toBeDefined()
    await agree(user)
    expect((await pay()).disabled).toBe(false)
    await agree(user) // and not any more
    expect((await pay()).disabled).toBe(true)
    expect(screen.getByText(missing)).toBeDefined()
  })

  test('EASYPAY-38, CALL-54, CALL-64: with a month selected, a payment in advance is begun', async () => {
    offered()
    const asked: unknown[] = []
    server.use(
      keeping(
        call('/api/rmusers/7/createAdvanceRentalTransaction'),
        (body) => asked.push(body),
        () => HttpResponse.json(aTransaction({ months: 6 })),
      ),
      http.get(call('/api/payments/paymentgateways'), () => HttpResponse.json([aGateway('Razorpay')])),
    )
    const { user } = await renderAt(advance)
    await user.click(await option(/^6 months/))
    await agree(user)
    await user.click(await pay())
    await waitFor(() => expect(asked).toEqual([{ months: 6 }]))
    expect(await screen.findByText('Rent in advance: 6 months, 1 Nov 2026 to 30 Apr 2027')).toBeDefined()
  })

  test('EASYPAY-39, ENTITY-52: without one, what is due is paid', async () => {
    offered(options({ pendingAmount: 1770, rentalOptions: [due, three, six] }))
    const asked: unknown[] = []
    server.use(
      keeping(
        call('/api/RMUsers/7/createPendingRentTransaction'),
        (body) => asked.push(body),
        () => HttpResponse.json(aTransaction()),
      ),
    )
    const { user } = await renderAt(advance)
    expect(await option(/^Due Amount/)).toBeDefined()
    await agree(user)
    await user.click(await pay())
    await waitFor(() => expect(asked).toHaveLength(1))
  })

  test('while the bank has a debit, what is due waits for it, and months can be paid', async () => {
    offered(options({ pendingAmount: 1770, rentalOptions: [due, three] }), undefined, {
      totalPayableAmount: 1770,
      pendingPayments: [aPendingDebit],
    })
    const { user } = await renderAt(advance)
    const months = await option(/^3 months/)
    const flow = within(screen.getByRole('dialog'))
    expect(await flow.findByText(pendingDebitWords)).toBeDefined()
    expect(flow.queryByRole('button', { name: /^Pay ₹/ })).toBeNull()
    await user.click(months)
    expect(await flow.findByRole('button', { name: 'Pay ₹5,200.34' })).toBeDefined()
    expect(flow.queryByText(pendingDebitWords)).toBeNull()
  })

  test('the first invoice that it pays is named: in arrears it comes a month after its rent', async () => {
    offered()
    await renderAt(advance)
    expect(await screen.findByText('The first invoice that it pays is the one of 1 Dec 2026.')).toBeDefined()
  })

  test('what is saved is said to be without the tax, beside a price with it', async () => {
    offered()
    await renderAt(advance)
    expect(await screen.findByText('Save ₹449.70 before GST')).toBeDefined()
  })

  test('an item that moves to another state within the months is named', async () => {
    const moves = [{ id: 5, name: 'Oak sofa', movesOn: '2027-03-20' }]
    offered(options({ rentalOptions: [three, { ...six, moves }] }))
    const { user } = await renderAt(advance)
    await user.click(await option(/^6 months/))
    expect(await screen.findByText('Oak sofa: moves on 20 Mar 2027')).toBeDefined()
  })

  test('without months to choose there is no form, and what is due may be paid', async () => {
    offered(options({ pendingAmount: 1770, rentalOptions: [due] }), undefined, { totalPayableAmount: 1770 })
    await renderAt(advance)
    expect(await screen.findByText('No months can be paid in advance at the moment.')).toBeDefined()
    expect((await pay()).textContent).toBe('Pay ₹1,770 Now')
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  test('what leaving early means is said before anybody pays', async () => {
    offered()
    await renderAt(advance)
    expect(await screen.findByText('Fewer than 3 months used: no discount on them.')).toBeDefined()
    expect(screen.getByText('6 months or more used: 5% off them.')).toBeDefined()
  })

  test('what cannot be loaded says so', async () => {
    offered()
    server.use(http.get(call('/api/Dashboards/advanceRentalOptions'), () => fault(500, 'It broke.')))
    await renderAt(advance)
    expect(await screen.findByText('Rent in advance could not be loaded')).toBeDefined()
  })
})

describe('know more', () => {
  test.each([390, 1440])('EASYPAY-03, ENTITY-50: at %i', async (width) => {
    setViewport(width)
    offered()
    await renderAt(at('advance-rental-know-more'))
    expect(await screen.findByText('The discount is on each month.')).toBeDefined()
    expect(
      screen.getByRole('dialog', { name: width === 390 ? 'How paying in advance works' : 'Easy Payment' }),
    ).toBeDefined()
  })
})

describe('the package', () => {
  test('EASYPAY-08: paid, used, left, the next invoice and the vouchers', async () => {
    offered(options({ rentalOptions: [] }), aPackage())
    const { user, location } = await renderAt(advance)
    const region = await screen.findByRole('region', { name: 'Your rent in advance' })
    expect(within(region).getByText('Your rent is paid until 30 Apr 2027.')).toBeDefined()
    await user.click(within(region).getByRole('button', { name: 'See your package' }))
    await waitFor(() => expect(location().search.paymentStep).toBe('advance-rental-package'))
    for (const text of ['Oak sofa', 'Next invoice, 1 Jan 2027', 'Rent, invoice KA/26-27/0000123'])
      expect(await screen.findByText(text)).toBeDefined()
    const voucher = screen.getByRole('link', { name: 'Receipt voucher KA/26-27/V000001' })
    expect(voucher.getAttribute('href')).toBe('/dashboard/print-pdf/voucher?voucher=5')
  })

  test('with a pickup of everything booked, no months after an active one are promised', async () => {
    const leaving = aProduct({ name: 'Oak sofa', pickupDate: '2026-11-17' })
    offered(options({ rentalOptions: [] }), aPackage(), { activeProductLists: [leaving] })
    await renderAt(advance)
    expect(await screen.findByText('No months can be paid in advance at the moment.')).toBeDefined()
    expect(screen.queryByText(/once this package has ended/)).toBeNull()
  })

  test('while one is active there is no form, and it says when the next months can be paid', async () => {
    offered(options({ rentalOptions: [] }), aPackage())
    await renderAt(advance)
    expect(
      await screen.findByText('You can pay the next months in advance once this package has ended, after 30 Apr 2027.'),
    ).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.queryByText('Pay rent in advance')).toBeNull()
  })

  const ended = aPackage({
    state: 'ended',
    items: [{ name: 'Oak sofa', state: 'ended', endedOn: '2027-01-20', paid: 10082.28, used: 1680.37, left: 0 }],
    vouchers: [{ id: '6', kind: 'refund', number: 'KA/26-27/R000001', date: '2027-01-22', amount: 8401.91 }],
  })

  test.each([advance, '/home?paymentMode=easy-payment'])(
    'after the last item has left, the last package and its refund voucher stay within reach at %s',
    async (address) => {
      offered(options({ rentalOptions: [] }), ended, { hasLiveOrder: false })
      const { user } = await renderAt(address)
      const region = await screen.findByRole('region', { name: 'Your rent in advance' })
      expect(within(region).getByText('It has ended.')).toBeDefined()
      await user.click(within(region).getByRole('button', { name: 'See your package' }))
      expect(await screen.findByText('Refund voucher KA/26-27/R000001')).toBeDefined()
      expect(screen.queryByText('No options yet!')).toBeNull()
    },
  )

  test('an item that has moved to another state has ended on the day of its move, the other one is paid on', async () => {
    const moved = {
      name: 'Oak sofa',
      state: 'ended',
      endedOn: '2026-12-14',
      paid: 10082.28,
      used: 1680.37,
      left: 8401.91,
    } as const
    const stays = { name: 'Fridge', state: 'active', paid: 6000, used: 1000, left: 5000 } as const
    offered(options({ rentalOptions: [] }), aPackage({ items: [moved, stays] }))
    const { user } = await renderAt(advance)
    const region = await screen.findByRole('region', { name: 'Your rent in advance' })
    expect(within(region).getByText('Your rent is paid until 30 Apr 2027 for: Fridge.')).toBeDefined()
    await user.click(within(region).getByRole('button', { name: 'See your package' }))
    const words =
      'Ended on 14 Dec 2026. ₹8,401.91 left of ₹10,082.28. What is left goes back to your Rentomoney with the next invoice.'
    expect(await screen.findByText(words)).toBeDefined()
  })

  test('between the pickup of the last item and its settlement no rent is said to be paid', async () => {
    const picked = { name: 'Oak sofa', state: 'closed', paid: 10082.28, used: 1680.37, left: 8401.91 } as const
    offered(options({ rentalOptions: [] }), aPackage({ items: [picked] }), { hasLiveOrder: false })
    await renderAt(advance)
    expect(await screen.findByText('Picked up. What is left comes with your settlement.')).toBeDefined()
    expect(screen.queryByText(/^Your rent is paid until/)).toBeNull()
  })

  test('whoever never paid in advance and rents nothing has no options', async () => {
    offered(options({ rentalOptions: [] }), undefined, { hasLiveOrder: false })
    await renderAt(advance)
    expect(await screen.findByText('No options yet!')).toBeDefined()
  })

  test('whoever never paid in advance is told so', async () => {
    offered()
    await renderAt(at('advance-rental-package'))
    expect(await screen.findByText('You have not paid rent in advance yet.')).toBeDefined()
  })
})

test('the first screen of auto debit leads to rent in advance, while it can be paid', async () => {
  offered(options(), undefined, { sortedBanners: ['ADVANCE_RENTAL'] })
  const { user, location } = await renderAt('/home?paymentMode=easy-payment')
  const teaser = await screen.findByRole('region', { name: 'Pay rent in advance' })
  await user.click(within(teaser).getByRole('button', { name: 'See options' }))
  await waitFor(() => expect(location().search.paymentType).toBe('advance-rental'))
})
