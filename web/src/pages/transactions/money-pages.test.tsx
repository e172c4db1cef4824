import { screen, waitFor, within } from '@testing-library/react'
import { delay, HttpResponse } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { components } from '#/api/schema'
import { aDashboard, aProduct } from '#/test/builders'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { keptFiles } from '#/test/kept-files'
import { anInvoice, anInvoiceDoc } from '#/test/money-builders'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'
import { tabOf } from './tab'

const ledgersCall = call('/api/Dashboards/getLedgersData')
const invoiceCall = call('/api/RMUsers/7/getRentalInvoice')
const subscriptionsCall = call('/api/Dashboards/getSubscriptions')
const walletCall = call('/api/Dashboards/getWalletTransactions')
const depositCall = call('/api/Dashboards/getDepositDetails')

const allOf = (amount: number) => ({ amount, dueParts: [] })
const walletRow = (id: number) => ({
  id,
  kind: 'other' as const,
  isGift: false,
  date: '2026-11-05T06:00:00Z',
  description: `Credit ${id}`,
  amount: 10,
  balance: id * 10,
})
const noDeposit = {
  depositBalance: 0,
  subscriptionDeposit: 0,
  amountPaid: 0,
  adjustmentPlusQcAmountPlusAmountRefunded: 0,
  advanceReturned: 0,
  refundOwed: 0,
  beingInspected: 0,
  isSettlementReady: false,
  transactions: [],
}

/** Every page with lists: its name, path, call, an empty response, and its texts. */
const pages = [
  [
    'invoices',
    '/my-subscriptions/invoices',
    ledgersCall,
    { invoices: [], transactions: [] },
    'You have no invoices yet',
    'Loading invoices',
  ],
  [
    'adjustment invoices',
    '/my-subscriptions/adjustment-invoice',
    ledgersCall,
    { invoices: [anInvoice()], transactions: [] },
    'You have no adjustment invoices',
    'Loading invoices',
  ],
  [
    'payments',
    '/my-subscriptions/transactions',
    ledgersCall,
    { invoices: [], transactions: [] },
    'You have no payments yet',
    'Loading transactions',
  ],
  [
    'the wallet',
    '/my-subscriptions/transactions?tab=wallet',
    walletCall,
    { transactions: [], total: 0, rentoMoney: 0, ownMoney: 0, payout: { amount: 0, dueParts: [] } },
    'No Rentomoney transactions yet',
    'Loading Rentomoney',
  ],
  [
    'the deposit',
    '/my-subscriptions/transactions?tab=deposit',
    depositCall,
    noDeposit,
    'No deposit movements yet',
    'Loading your deposit',
  ],
  [
    'active items',
    '/my-subscriptions/active-subscriptions',
    subscriptionsCall,
    { subscriptions: [], total: 0 },
    'You have no active items',
    'Loading your items',
  ],
  [
    'closed items',
    '/my-subscriptions/closed-subscriptions',
    subscriptionsCall,
    { subscriptions: [], total: 0 },
    'You have no closed items',
    'Loading your items',
  ],
] as const

describe.each(pages)('the page of %s', (_, path, asked, empty, words, loading) => {
  test('shows the shape of what is loading, then that it is empty', async () => {
    server.use(http.all(asked, () => delay(200).then(() => HttpResponse.json(empty))))
    await renderAt(path)
    expect(await screen.findByText(loading)).toBeDefined()
    expect(await screen.findByText(words)).toBeDefined()
  })

  test('says what went wrong and tries again', async () => {
    server.use(http.all(asked, () => fault(500, 'The books are closed.')))
    const { user } = await renderAt(path)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('The books are closed.')
    server.use(http.all(asked, () => HttpResponse.json(empty)))
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(words)).toBeDefined()
  })
})

describe('invoices', () => {
  const long = 'A very long description of a thing that somebody rents '.repeat(4).trim()

  test('ENTITY-61: each one shows period, number, state and amount, and opens the document', async () => {
    server.use(
      http.get(ledgersCall, () =>
        HttpResponse.json({
          totalInvoices: 1,
          invoices: [anInvoice(), anInvoice({ invoiceId: 32, amountPaid: 1000, status: 'part_paid' })],
          transactions: [],
        }),
      ),
      http.get(invoiceCall, () => HttpResponse.json(anInvoiceDoc())),
    )
    const { user, location } = await renderAt('/my-subscriptions/invoices')
    const [first, second] = await screen.findAllByRole('link', { name: /1 Oct 2026 to 31 Oct 2026/ })
    expect(first?.textContent).toContain('RN/29/26-27/000031')
    expect(first?.textContent).toContain('Due by 10 Nov 2026')
    expect(second?.textContent).toContain('₹1,000 of ₹2,830 paid')
    await user.click(first as HTMLElement)
    await waitFor(() => expect(location().pathname).toBe('/my-subscriptions/31/rental-invoice'))
  })

  test('the document shows GST, what has been paid, and is kept as a PDF', async () => {
    server.use(
      http.get(invoiceCall, ({ request }) =>
        request.headers.get('Accept') === 'application/pdf'
          ? new HttpResponse(`%PDF ${new URL(request.url).searchParams.get('invoiceId')}`)
          : HttpResponse.json(anInvoiceDoc({ billTo: { name: long, address: long } })),
      ),
    )
    const saved = keptFiles()
    const { user } = await renderAt('/my-subscriptions/31/rental-invoice')
    const sheet = await screen.findByRole('article')
    expect(within(sheet).getByText('GSTIN 29AAAAA0000A1Z5')).toBeDefined()
    expect(within(sheet).getByText('Karnataka (29)')).toBeDefined()
    expect(within(sheet).getByText('CGST').closest('div')?.textContent).toContain('₹141.84')
    expect(within(sheet).getByText('SGST')).toBeDefined()
    expect(within(sheet).queryByText('IGST')).toBeNull()
    expect(within(sheet).getByText('Round-off')).toBeDefined()
    expect(within(sheet).getByText('Still to pay').closest('div')?.textContent).toContain('₹1,387')
    expect(screen.getByText('Payment received')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Download PDF' }))
    await waitFor(() => expect(saved).toEqual(['RN-29-26-27-000031.pdf']))
  })

  test.each([
    ['paid in advance', 0, 'Paid in advance', ['₹1,860', '₹1,860', '₹0']],
    ['of which a credit note took some back', 360, 'Paid in advance', ['₹1,860', '₹360', '₹1,500', '₹0']],
  ])('what an invoice %s comes to adds up, and it is due on no day', async (_, credited, by, sums) => {
    const amountPaid = 1860 - credited
    server.use(
      http.get(invoiceCall, () =>
        HttpResponse.json(
          anInvoiceDoc({
            paidAhead: 1860,
            amountPaid,
            credited,
            dueDate: null,
            outstanding: 0,
            openLateFees: 0,
            lateFees: [],
            status: 'paid',
          }),
        ),
      ),
    )
    await renderAt('/my-subscriptions/31/rental-invoice')
    const sheet = within(await screen.findByRole('article'))
    expect(sheet.getByText('This invoice was paid in advance. Nothing is due.')).toBeDefined()
    expect(sheet.queryByText(/^Due by/)).toBeNull()
    const rowOf = (label: string) => sheet.getByText(label).closest('div')?.textContent
    const labels = ['Invoice total', ...(credited ? ['Credited'] : []), by, 'Still to pay']
    for (const [at, label] of labels.entries()) expect(rowOf(label)).toContain(sums[at])
    expect(sheet.queryByText('Paid so far')).toBeNull()
  })

  test('a line that was paid in advance says what it is lower by, and its amount with its tax is its sum', async () => {
    const item = {
      ...(anInvoiceDoc().items[0] as NonNullable<ReturnType<typeof anInvoiceDoc>['items'][0]>),
      discount: 39.95,
    }
    server.use(http.get(invoiceCall, () => HttpResponse.json(anInvoiceDoc({ items: [item] }))))
    await renderAt('/my-subscriptions/31/rental-invoice')
    const sheet = within(await screen.findByRole('article'))
    expect(sheet.getAllByText(/ · Discount for paying in advance: -₹39.95$/)).toHaveLength(2)
    expect(sheet.getByText(/₹676.97 \+ ₹121.86/)).toBeDefined()
  })

  test('a credit note is titled by what it is and names its invoice; nobody pays it', async () => {
    server.use(
      http.get(invoiceCall, () =>
        HttpResponse.json(
          anInvoiceDoc({
            type: 'credit_note',
            purpose: 'credit',
            status: 'issued',
            dueDate: null,
            originalInvoiceId: 12,
            originalInvoiceNumber: 'KA/26-27/0000012',
            originalInvoiceDate: '2026-11-01',
            roundOff: -0.01,
            outstanding: 0,
            amountPaid: 0,
            payments: [],
            lateFees: [],
          }),
        ),
      ),
    )
    const { user } = await renderAt('/my-subscriptions/33/rental-invoice')
    expect(await screen.findByRole('heading', { level: 1, name: 'Credit note' })).toBeDefined()
    const sheet = await screen.findByRole('article')
    expect(within(sheet).getByText('For invoice KA/26-27/0000012 of 1 Nov 2026')).toBeDefined()
    expect(within(sheet).getByText('Credit note total')).toBeDefined()
    expect(within(sheet).queryByText('Invoice total')).toBeNull()
    expect(within(sheet).getByText('So that not a paisa is left over')).toBeDefined()
    expect(screen.queryByText('Payments matched')).toBeNull()
    await user.click(screen.getByText('How this credit note was computed'))
    expect(screen.getByText('Its GST is at the rate of that invoice.')).toBeDefined()
    expect(screen.queryByText(/Rent is charged by the day/)).toBeNull()
  })

  test('a late fee invoice names what paid its fees, and how it came about', async () => {
    const paid = anInvoiceDoc({
      type: 'late_fee',
      purpose: 'late_fee',
      status: 'paid',
      roundOff: -0.01,
      outstanding: 0,
      lateFees: [],
    })
    server.use(http.get(invoiceCall, () => HttpResponse.json(paid)))
    const { user } = await renderAt('/my-subscriptions/34/rental-invoice')
    expect(await screen.findByRole('heading', { level: 1, name: 'Late fee invoice' })).toBeDefined()
    expect(await screen.findByText('Payment received')).toBeDefined()
    expect(screen.getByText('Left over when GST is taken out of what was paid')).toBeDefined()
    await user.click(screen.getByText('How this invoice was computed'))
    expect(screen.getByText('A late fee includes GST. It is taken out of what was paid.')).toBeDefined()
    expect(screen.queryByText(/whole rupees/)).toBeNull()
  })

  test('without an id the latest invoice is asked for', async () => {
    const asked: string[] = []
    server.use(
      http.get(invoiceCall, ({ request }) => {
        asked.push(new URL(request.url).search)
        return HttpResponse.json(anInvoiceDoc())
      }),
    )
    await renderAt('/my-subscriptions/rental-invoice')
    await screen.findByRole('article')
    expect(asked).toEqual([''])
  })

  test('an invoice of nobody is not there; an id that is none is a page that is not there', async () => {
    server.use(http.get(invoiceCall, () => fault(404, 'There is no such invoice.')))
    await renderAt('/my-subscriptions/99/rental-invoice')
    expect(await screen.findByText('There is no such invoice')).toBeDefined()
  })

  test('adjustments are everything but the monthly rent', async () => {
    const credit = anInvoice({
      invoiceId: 33,
      type: 'credit_note',
      periodFrom: null,
      periodTo: null,
      invoiceNumber: 'CN/1',
      status: 'issued',
    })
    server.use(
      http.get(ledgersCall, () =>
        HttpResponse.json({ totalInvoices: 1, invoices: [anInvoice(), credit], transactions: [] }),
      ),
    )
    await renderAt('/my-subscriptions/adjustment-invoice')
    expect(await screen.findByText(/CN\/1/)).toBeDefined()
    expect(screen.queryByText(/000031/)).toBeNull()
  })
})

describe('transactions', () => {
  test.each([
    [undefined, 'payments'],
    ['wallet', 'wallet'],
    ['deposit', 'deposit'],
    ['elsewhere', 'payments'],
  ])('the tab %s of an address is %s', (value, tab) => {
    expect(tabOf(value) ?? 'payments').toBe(tab)
  })

  test('payments and refunds are told apart in words', async () => {
    const entry: components['schemas']['Transaction'] = {
      id: 1,
      kind: 'due',
      date: '2026-11-05T20:00:00Z',
      description: 'Rent for October',
      amount: 2830,
      mode: 'UPI',
      isAutoDebit: false,
      rmTransactionId: 501,
      status: 'succeeded',
      isNotBack: false,
    }
    const transactions: (typeof entry)[] = [
      entry,
      { ...entry, id: 2, kind: 'refund', description: 'Paid twice', amount: -2830, status: 'pending' },
      { ...entry, id: 3, kind: 'refund', description: 'Paid twice', amount: -1418, date: '2026-11-08T06:00:00Z' },
    ]
    server.use(http.get(ledgersCall, () => HttpResponse.json({ totalInvoices: 1, invoices: [], transactions })))
    await renderAt('/my-subscriptions/transactions')
    const [payment, refund] = await screen.findAllByText('6 Nov 2026')
    expect(payment?.closest('li')?.textContent).toContain('Successful')
    expect(refund?.closest('li')?.textContent).toContain('Refund')
    expect(refund?.closest('li')?.textContent).toContain('Pending')
    expect(payment?.closest('li')?.textContent).toContain('Rent and charges')
    expect(refund?.closest('li')?.textContent).toContain('Payment, returned to its source')
    expect(payment?.closest('li')?.textContent).toMatch(/[^-]₹2,830You paid$/)
    expect(payment?.closest('li')?.textContent).toContain('Reference 501')
    expect(refund?.closest('li')?.textContent, 'it has not come yet').not.toContain('+')
    const label = (row: Element | null | undefined) => within(row as HTMLElement).getByText('Refund').className
    expect(label(refund?.closest('li'))).not.toContain('success')
    const back = (await screen.findByText('8 Nov 2026')).closest('li')
    expect(back?.textContent).toContain('+₹1,418')
    expect(label(back)).toContain('success')
    expect(back?.textContent).toContain('Reference 501')
  })

  test('the tabs are part of the address', async () => {
    server.use(
      http.get(ledgersCall, () => HttpResponse.json({ totalInvoices: 1, invoices: [], transactions: [] })),
      http.get(depositCall, () => HttpResponse.json(noDeposit)),
    )
    const { user, location } = await renderAt('/my-subscriptions/transactions')
    await user.click(await screen.findByRole('tab', { name: 'Deposit' }))
    await waitFor(() => expect(location().href).toContain('tab=deposit'))
  })

  test('a debit by mandate is called Auto Debit, with its account', async () => {
    const debited: components['schemas']['Transaction'] = {
      id: 1,
      kind: 'due',
      date: '2026-11-03T01:00:00Z',
      description: '',
      amount: 2240,
      mode: 'upi (ga…@example)',
      isAutoDebit: true,
      rmTransactionId: 501,
      status: 'succeeded',
      isNotBack: false,
    }
    const answer = { totalInvoices: 0, invoices: [], transactions: [debited] }
    server.use(http.get(ledgersCall, () => HttpResponse.json(answer)))
    await renderAt('/my-subscriptions/transactions')
    expect(await screen.findByText('Auto Debit · UPI (ga…@example)')).toBeDefined()
  })

  test('a payment that the bank did not take back is not called pending, and says where the money is', async () => {
    const entry: components['schemas']['Transaction'] = {
      id: 1,
      kind: 'refund',
      date: '2026-11-05T20:00:00Z',
      description: '',
      amount: -2830,
      mode: 'UPI',
      isAutoDebit: false,
      rmTransactionId: 501,
      status: 'pending',
      isNotBack: true,
    }
    const answer = { totalInvoices: 0, invoices: [], transactions: [entry] }
    server.use(http.get(ledgersCall, () => HttpResponse.json(answer)))
    await renderAt('/my-subscriptions/transactions')
    const row = within((await screen.findByText('Payment that could not be sent back')).closest('li') as HTMLElement)
    expect(row.getByText('Not taken back')).toBeDefined()
    expect(row.queryByText('Pending'), 'nothing is under way').toBeNull()
    expect(row.getByText(/still with us and is yours: we will pay it to you another way/)).toBeDefined()
  })

  test('a payment that the bank never confirmed stays, and says what becomes of its money', async () => {
    const entry: components['schemas']['Transaction'] = {
      id: 1,
      kind: 'due',
      date: '2026-11-05T20:00:00Z',
      description: '',
      amount: 2830,
      mode: '',
      isAutoDebit: false,
      rmTransactionId: 501,
      status: 'expired',
      isNotBack: false,
    }
    const answer = { totalInvoices: 0, invoices: [], transactions: [entry, { ...entry, id: 2, status: 'pending' }] }
    server.use(http.get(ledgersCall, () => HttpResponse.json(answer)))
    await renderAt('/my-subscriptions/transactions')
    const row = within((await screen.findByText('Not confirmed')).closest('li') as HTMLElement)
    expect(row.getByText(/Nothing was taken off what you owe. If the money still reaches us/)).toBeDefined()
    expect(screen.getAllByText(/Nothing was taken off/), 'one that is pending is not given up').toHaveLength(1)
    expect(screen.getByText(/has not confirmed it yet. We keep asking the bank and tell you the result/)).toBeDefined()
  })

  test('the deposit adds up', async () => {
    const deposit = {
      ...noDeposit,
      depositBalance: -2160,
      subscriptionDeposit: 4360,
      amountPaid: 2500,
      adjustmentPlusQcAmountPlusAmountRefunded: 300,
    }
    const row = {
      id: 1,
      kind: 'deposit' as const,
      date: '2026-07-08T06:00:00Z',
      description: 'Deposit received',
      amount: 2500,
    }
    const depositDue = { date: '2026-11-10', isOverdue: false, itemNames: ['Oak sofa'] }
    server.use(
      http.get(depositCall, () => HttpResponse.json({ ...deposit, transactions: [row] })),
      http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(aDashboard({ depositDue }))),
    )
    await renderAt('/my-subscriptions/transactions?tab=deposit')
    expect(await screen.findByText('Due by 10 Nov 2026')).toBeDefined()
    expect(screen.getByText('It is for: Oak sofa')).toBeDefined()
    const held = (await screen.findByText('Held for you now')).closest('div')
    expect(held?.textContent).toContain('₹2,200')
    const bar = within(await screen.findByRole('table', { name: 'Where your deposit is' }))
    expect(bar.getAllByRole('row').map((line) => line.textContent)).toEqual([
      'Held for your items₹2,200',
      'Used for bills, or given back₹300',
      'Missing₹2,160',
    ])
    expect(screen.getAllByText('Deposit paid')).toHaveLength(2)
    expect(screen.getByRole('button', { name: 'Pay Now' })).toBeDefined()
  })

  test('the deposit adds up while a refund is owed, and bills are not called a refund', async () => {
    const deposit = {
      ...noDeposit,
      depositBalance: 1500,
      subscriptionDeposit: 4000,
      amountPaid: 7000,
      adjustmentPlusQcAmountPlusAmountRefunded: 1500,
      refundOwed: 1000,
    }
    const row = {
      id: 2,
      kind: 'dues' as const,
      date: '2026-07-08T06:00:00Z',
      description: 'Paid from the refund',
      amount: -1500,
    }
    server.use(http.get(depositCall, () => HttpResponse.json({ ...deposit, transactions: [row] })))
    await renderAt('/my-subscriptions/transactions?tab=deposit')
    await screen.findByText('Held for you now')
    const slip = screen.getByRole('heading', { name: 'Deposit balance' }).closest('section') as HTMLElement
    const values = within(slip)
      .getAllByRole('definition')
      .map((value) => value.querySelector('.visually-hidden')?.textContent)
    expect(values).toEqual(['₹7,000', '-₹1,500', '-₹1,000', '₹4,500', '-₹4,000', '₹500', '₹1,000', '₹1,500'])
    expect(screen.getByText('Bills paid')).toBeDefined()
  })

  test('unused rent in advance comes back with the deposit, and the sums add up', async () => {
    const deposit = {
      ...noDeposit,
      depositBalance: 3202.78,
      subscriptionDeposit: 4900,
      amountPaid: 6500,
      advanceReturned: 3017.02,
      adjustmentPlusQcAmountPlusAmountRefunded: 1414.24,
      refundOwed: 3202.78,
    }
    server.use(http.get(depositCall, () => HttpResponse.json(deposit)))
    await renderAt('/my-subscriptions/transactions?tab=deposit')
    await screen.findByText('Held for you now')
    const slip = screen.getByRole('heading', { name: 'Deposit balance' }).closest('section') as HTMLElement
    const values = within(slip)
      .getAllByRole('definition')
      .map((value) => value.querySelector('.visually-hidden')?.textContent)
    const held = ['₹6,500', '₹3,017.02', '-₹1,414.24', '-₹3,202.78', '₹4,900']
    expect(values).toEqual([...held, '-₹4,900', '₹0', '₹3,202.78', '₹3,202.78'])
  })

  test('what is being inspected is not free: in the bar, in the sum, and with the way to its settlement', async () => {
    const deposit = {
      ...noDeposit,
      depositBalance: 5700,
      subscriptionDeposit: 4000,
      amountPaid: 9700,
      beingInspected: 5200,
    }
    server.use(http.get(depositCall, () => HttpResponse.json(deposit)))
    await renderAt('/my-subscriptions/transactions?tab=deposit')
    const bar = within(await screen.findByRole('table', { name: 'Where your deposit is' }))
    expect(bar.getAllByRole('row').map((line) => line.textContent)).toEqual([
      'Held for your items₹4,000',
      'Being inspected₹5,200',
      'Free₹500',
    ])
    const slip = screen.getByRole('heading', { name: 'Deposit balance' }).closest('section') as HTMLElement
    const values = within(slip)
      .getAllByRole('definition')
      .map((value) => value.querySelector('.visually-hidden')?.textContent)
    expect(values).toEqual(['₹9,700', '₹9,700', '-₹4,000', '-₹5,200', '₹500', '₹5,200', '₹5,700'])
    expect(screen.getByText(/₹5,200 of your deposit is being inspected/)).toBeDefined()
    const see = screen.getByRole('link', { name: 'See the settlement' })
    expect(see.getAttribute('href')).toContain('showSettlement=true')
  })

  test('the wallet says what is on its way to the customer, and leads to how far it is', async () => {
    const payout = {
      settlementId: 9,
      amount: 500,
      refundPreference: 40,
      askedAt: '2026-11-20T06:00:00Z',
      isHeld: false,
    }
    server.use(
      http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(aDashboard({ walletPayouts: [payout] }))),
      http.get(walletCall, () =>
        HttpResponse.json({ transactions: [walletRow(1)], total: 1, rentoMoney: 10, ownMoney: 10, payout: allOf(10) }),
      ),
    )
    await renderAt('/my-subscriptions/transactions?tab=wallet')
    expect(await screen.findByText('₹500 is on its way to your UPI ID, asked for on 20 Nov 2026')).toBeDefined()
    expect(screen.getByRole('link', { name: 'See how far it is' }).getAttribute('href')).toContain(
      'showSettlement=true',
    )
  })

  test('the wallet: an outgoing payment is called so, gifts are told apart, own money can be paid out', async () => {
    const row = { ...walletRow(1), kind: 'payment' as const, description: 'Payment received', amount: -300 }
    const transactions = [
      row,
      { ...row, isGift: true, amount: -200 },
      { ...row, id: 2, kind: 'refund' as const, amount: 1500 },
    ]
    const dueParts = [{ kind: 'rent' as const, amount: 566 }]
    const answer = { transactions, total: 3, rentoMoney: 1200, ownMoney: 1000, payout: { amount: 434, dueParts } }
    server.use(http.get(walletCall, () => HttpResponse.json(answer)))
    const paid: unknown[] = []
    server.use(
      http.get(call('/api/RMUsers/:id/getSettlements'), () => HttpResponse.json({ total: 1, settlements: [] })),
      http.get(call('/api/UserProfiles/getBankDetails'), () => HttpResponse.json({ vpa: 'asha@okhdfcbank' })),
      http.post(call('/api/UserProfiles/setUpiDetails'), () => HttpResponse.json({ success: true })),
      http.post(call('/api/RMUsers/:id/payOutWallet'), async ({ request }) => {
        paid.push(await request.json())
        return HttpResponse.json({ success: true, settlementId: 9 })
      }),
    )
    const { user } = await renderAt('/my-subscriptions/transactions?tab=wallet')
    expect(await screen.findByText('Used for a payment')).toBeDefined()
    expect(screen.getByText('Used for a payment, from promotional credit')).toBeDefined()
    expect(screen.getByText('Refund received')).toBeDefined()
    expect(screen.queryByText('Payment received')).toBeNull()
    await user.click(screen.getByRole('link', { name: 'Have it paid to your bank or UPI ID' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Final Settlement' }))
    const sums = () =>
      dialog.getAllByRole('definition').map((value) => value.querySelector('.visually-hidden')?.textContent)
    expect(await dialog.findByRole('heading', { name: 'Will be paid to you' })).toBeDefined()
    expect(sums(), 'balance, rent, gifts, paid out').toEqual(['₹1,200', '-₹566', '-₹200', '₹434'])
    expect(dialog.getByText(/^Due, paid first: /)).toBeDefined()
    expect(dialog.queryByRole('button', { name: /Straight to Rentomoney/ })).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Refund Via UPI' }))
    const save = await dialog.findByRole('button', { name: 'Save and continue' })
    expect(sums(), 'the same above the form').toEqual(['₹1,200', '-₹566', '-₹200', '₹434'])
    expect(dialog.queryByText('Deposit to be refunded'), 'no deposit').toBeNull()
    await user.click(save)
    await waitFor(() => expect(paid).toEqual([{ preferenceInt: 40, amount: 434 }]))
  })

  test.each([
    [0, false],
    [1500, true],
  ])('the deposit, of which %s is to be refunded, says that a settlement is ready: %s', async (refundOwed, said) => {
    const answer = {
      ...noDeposit,
      depositBalance: refundOwed,
      amountPaid: refundOwed,
      isSettlementReady: true,
      refundOwed,
    }
    server.use(http.get(depositCall, () => HttpResponse.json(answer)))
    await renderAt('/my-subscriptions/transactions?tab=deposit')
    expect(await screen.findByRole('heading', { name: 'Deposit balance' })).toBeDefined()
    expect(
      screen.queryByText('Settlement is ready') !== null,
      'a settlement of the wallet is none of the deposit',
    ).toBe(said)
  })

  test('the wallet that what is due takes says so, and offers no payout', async () => {
    const payout = { amount: 0, dueParts: [{ kind: 'rent' as const, amount: 900 }] }
    const answer = { transactions: [walletRow(1)], total: 1, rentoMoney: 500, ownMoney: 500, payout }
    server.use(http.get(walletCall, () => HttpResponse.json(answer)))
    await renderAt('/my-subscriptions/transactions?tab=wallet')
    expect(await screen.findByText('It all goes to what is due now, so nothing can be paid out.')).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Have it paid to your bank or UPI ID' }), 'no payout').toBeNull()
  })
})

describe('long lists', () => {
  afterEach(() => vi.restoreAllMocks())

  test('the wallet loads page after page, each after the one before', async () => {
    const pagesAsked: unknown[] = []
    server.use(
      http.get(walletCall, ({ request }) => {
        const { searchParams } = new URL(request.url)
        const query = JSON.parse(searchParams.get('query') ?? '')
        const after = searchParams.get('after')
        pagesAsked.push({ ...query, after })
        const from = Number(after)
        const ids = Array.from({ length: Math.min(query.pageSize, 25 - from) }, (_, index) => from + index + 1)
        return HttpResponse.json({
          transactions: ids.map(walletRow),
          total: 25,
          next: from + ids.length < 25 ? String(from + ids.length) : undefined,
          rentoMoney: 250,
          ownMoney: 250,
          payout: allOf(250),
        })
      }),
    )
    const { user } = await renderAt('/my-subscriptions/transactions?tab=wallet')
    expect(await screen.findByText('20 of 25 shown')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    expect(await screen.findByText('25 of 25 shown')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
    expect(pagesAsked).toEqual([
      { page: 1, pageSize: 20, after: null },
      { page: 2, pageSize: 20, after: '20' },
    ])
  })

  test('a next page that fails is told and asked for again; what is there stays', async () => {
    const rows = (from: number) => Array.from({ length: from ? 5 : 20 }, (_, index) => walletRow(from + index + 1))
    server.use(
      http.get(walletCall, ({ request }) => {
        if (new URL(request.url).searchParams.get('after') === '20') return fault(503, 'Try again in a moment.')
        return HttpResponse.json({
          transactions: rows(0),
          total: 25,
          next: '20',
          rentoMoney: 250,
          ownMoney: 250,
          payout: allOf(250),
        })
      }),
    )
    const { user } = await renderAt('/my-subscriptions/transactions?tab=wallet')
    await user.click(await screen.findByRole('button', { name: 'Show more' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Try again in a moment.')
    expect(screen.getByText('Credit 20')).toBeDefined()
    server.use(
      http.get(walletCall, () =>
        HttpResponse.json({ transactions: rows(20), total: 25, rentoMoney: 250, ownMoney: 250, payout: allOf(250) }),
      ),
    )
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('25 of 25 shown')).toBeDefined()
  })

  test('PROD-02: active and closed items are asked for by their state', async () => {
    const asked: (string | null)[] = []
    server.use(
      http.get(subscriptionsCall, ({ request }) => {
        const status = new URL(request.url).searchParams.get('status')
        asked.push(status)
        const closed = { ...aProduct({ deliveryStatus: 300 }), closedDate: '2026-08-01' }
        return HttpResponse.json({ subscriptions: [status === 'closed' ? closed : aProduct()], total: 1 })
      }),
    )
    const { user } = await renderAt('/my-subscriptions/active-subscriptions')
    expect(await screen.findByText('Tenure ends on 14 Mar 2027')).toBeDefined()
    expect(screen.getByText('₹1,299 a month + GST')).toBeDefined()
    const page = screen.getByRole('main')
    await user.click(within(page).getByRole('link', { name: 'Closed Items' }))
    expect(await screen.findByText('Closed on 1 Aug 2026')).toBeDefined()
    expect(asked).toEqual(['active', 'closed'])
  })
})
