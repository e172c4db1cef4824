import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import type { DashboardData } from '#/api/dashboard'
import { bank } from '#/test/bank'
import { aDashboard } from '#/test/builders'
import { call, http } from '#/test/contract'
import { anInvoice, anInvoiceDoc } from '#/test/money-builders'
import { realTime } from '#/test/real-time'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

const november = { dueDate: '2026-11-10', amount: 1500, isOverdue: true }
const december = { dueDate: '2026-12-10', amount: 1147.36, isOverdue: false }
const overdue = {
  totalPayableAmount: 2647.36,
  totalPendingRentalDueAmount: 2647.36,
  dueParts: [{ kind: 'rent' as const, amount: 2647.36 }],
  dueDays: [november, december],
} satisfies Partial<DashboardData>

const slip = async (name: string) => {
  const heading = await screen.findByRole('heading', { name })
  return within(heading.closest('section') as HTMLElement)
}
const payAll = { name: 'Pay ₹2,647.36 Now' }

describe('what is due beside a deposit', () => {
  test('stands below it with its own button, which pays rent, and opens why', async () => {
    const { calls } = bank({ ...overdue, depositBalance: -1360 })
    const { user } = await renderAt('/home')
    const deposit = await slip('Deposit Due')
    const also = await slip('Also due')
    expect(also.getAllByText('₹2,647.36')[0]).toBeDefined() // the total; the rent within it comes later
    expect(also.getByText('Overdue, was due by 10 Nov 2026', { selector: 'p' })).toBeDefined()
    expect(also.getByRole('link', { name: 'Why this amount?' }).getAttribute('href')).toContain('whyAmount')
    expect(deposit.getByRole('button', { name: 'Pay Now' })).toBeDefined()
    await user.click(also.getByRole('button', payAll))
    await screen.findByRole('dialog', { name: 'Choose payment mode' })
    expect([calls.created.length, calls.deposits]).toEqual([1, 0])
  })

  test('nothing else due leaves the deposit alone', async () => {
    bank({ depositBalance: -1360 })
    await renderAt('/home')
    await slip('Deposit Due')
    expect(screen.queryByText('Also due')).toBeNull()
  })
})

describe('what is overdue says what goes on being billed', () => {
  const fee = { amount: 70, date: '2026-12-11', payBy: '2026-12-10' }
  const words = 'If nothing is paid, the next late fee, ₹70, comes on 11 Dec 2026.'
  const debit = {
    ...{ debitId: '1', step: 'failed' as const, amount: 1500, limit: 5000, date: '2026-11-12', payBy: '2026-11-10' },
    ...{ account: 'as…@upi', method: 'upi' as const, invoiceNumber: 'KA/26-27/0000123', isRetry: false, lateFee: fee },
    isOverdue: true,
  }

  test.each([
    ['with items', { nextLateFee: fee }, `${words} The rent of your items goes on beside it.`],
    ['with nothing rented any more', { nextLateFee: fee, activeProductLists: [] }, words],
    ['when no further fee comes', {}, 'The rent of your items goes on beside it.'],
    ['once, below a debit', { nextLateFee: fee, debit }, 'The rent of your items goes on beside it.'],
  ])('%s', async (_, data, want) => {
    bank({ ...overdue, ...data })
    await renderAt('/home')
    const rent = await slip('Rental Due for November')
    expect(rent.getByText(want)).toBeDefined()
    expect(rent.queryAllByText(/next late fee, ₹70/)).toHaveLength('nextLateFee' in data ? 1 : 0)
  })
})

test.each([
  ['of the debit that failed', { ...november, dueDate: '2026-11-10' }],
  ['of two months, one of which was to be debited', december],
])('the late fee that is named is that of everything that is overdue: %s', async (_, other) => {
  const fee = { amount: 20, date: '2026-12-11', payBy: other.dueDate }
  const debit = {
    ...{ debitId: '1', step: 'failed' as const, amount: 1500, limit: 5000, date: null, payBy: other.dueDate },
    ...{ account: 'as…@upi', method: 'upi' as const, invoiceNumber: 'KA/26-27/0000123', isRetry: false, lateFee: fee },
    isOverdue: other.isOverdue,
  }
  bank({ ...overdue, debit, nextLateFee: { ...fee, amount: 60 } })
  await renderAt('/home')
  const rent = await slip('Rental Due for November')
  expect(rent.getAllByText(/next late fee, ₹60/)).toHaveLength(1)
  expect(rent.queryByText(/next late fee, ₹20/)).toBeNull()
})

describe('charges alone', () => {
  const charge = {
    ...overdue,
    dueParts: [{ kind: 'early_closure' as const, amount: 2647.36 }],
    dueDays: [{ ...december, amount: 2647.36 }],
  }

  test.each([
    ['before any rent was billed', null, 'early_closure', 'Charge for leaving early'],
    ['after a month was billed and paid', '2026-11-01', 'early_closure', 'Charge for leaving early'],
    ['a late fee alone', '2026-11-01', 'late_fee', 'Late fees'],
    ['damage alone', '2026-11-01', 'damage', 'Damage'],
  ] as const)('%s are not called rent', async (_, latestInvoiceDate, kind, named) => {
    bank({ ...charge, latestInvoiceDate, dueParts: [{ kind, amount: 2647.36 }] })
    await renderAt('/home')
    const due = await slip('Charges Due')
    expect(await due.findByText(named)).toBeDefined()
    expect(screen.queryByText(/^Rental Due/)).toBeNull()
  })

  test('beside rent they are named below the title of the spec', async () => {
    const dueParts = [
      { kind: 'rent' as const, amount: 2000 },
      { kind: 'late_fee' as const, amount: 647.36 },
    ]
    bank({ ...charge, latestInvoiceDate: '2026-11-01', dueParts })
    await renderAt('/home')
    const due = await slip('Rental Due for November')
    expect(await due.findByText('Late fees')).toBeDefined()
  })
})

describe('by when rent is due', () => {
  test('the month in the title is that of the oldest open invoice', async () => {
    bank({ ...overdue, latestInvoiceDate: '2027-04-01', oldestOpenInvoiceDate: '2026-12-01' })
    await renderAt('/home')
    await slip('Rental Due for December')
  })

  test('is said below the title, and for each due day when there are several', async () => {
    bank(overdue)
    await renderAt('/home')
    const rent = await slip('Rental Due for November')
    expect(await rent.findByText('Due by 10 Dec 2026')).toBeDefined()
    expect(rent.getAllByText('Overdue, was due by 10 Nov 2026')).toHaveLength(2)
    expect(rent.getByText('₹1,147.36')).toBeDefined()
  })

  test('the wallet takes nothing in silence', async () => {
    const wallet = { rentoMoney: 500, walletDeduction: { amount: 500, date: '2026-12-10' } }
    bank({ ...overdue, dueDays: [{ ...december, amount: 2647.36 }], ...wallet })
    await renderAt('/home')
    const rent = await slip('Rental Due for November')
    expect(
      await rent.findByText(
        'On 10 Dec 2026, ₹500 of your Rentomoney is deducted for this by itself. The other ₹2,147.36 is to be paid by then. If you pay earlier, the ₹500 is used first.',
      ),
    ).toBeDefined()
  })

  test('a wallet that pays it all says that nothing is to be done', async () => {
    const wallet = { rentoMoney: 9000, walletDeduction: { amount: 1147.36, date: '2026-12-10' } }
    bank({ ...overdue, totalPayableAmount: 1147.36, dueDays: [december], ...wallet })
    await renderAt('/home')
    const rent = await slip('Rental Due for November')
    expect(await rent.findByText(/You need not do anything\.$/)).toBeDefined()
  })
})

test('a payment of which nobody knows the outcome is said beside the button, also after its dialog is closed', async () => {
  const { state } = bank(overdue)
  state.status = 100
  const transaction = { rmTransactionId: 501, uniqueId: 'u-501', amountPaise: 264736 }
  const open = { customerId: 7, type: 'due', autoDebit: false, startedAt: realTime(), unknownReason: 'silent' }
  window.sessionStorage.setItem('openPayment', JSON.stringify({ stage: 'gateway', ...open, transaction }))
  const { user } = await renderAt('/home')
  const unknown = await screen.findByRole('dialog', { name: 'We do not know yet whether this payment went through' })
  await user.click(within(unknown).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await slip('Rental Due for November')).getByText('Please do not pay again.')).toBeDefined()
  window.sessionStorage.clear()
})

test('a payment of whoever was signed in here before is said to nobody else', async () => {
  bank(overdue)
  const transaction = { rmTransactionId: 501, uniqueId: 'u-501', amountPaise: 264736 }
  const open = { customerId: 8, type: 'due', autoDebit: false, startedAt: realTime(), unknownReason: 'silent' }
  window.sessionStorage.setItem('openPayment', JSON.stringify({ stage: 'gateway', ...open, transaction }))
  await renderAt('/home')
  expect((await slip('Rental Due for November')).queryByText('Please do not pay again.')).toBeNull()
})

test.each([
  [2200, 'This is the deposit for the items that you take over from Jaya.'],
  [3000, '₹2,200 of it is the deposit for the items that you take over from Jaya; your other items need the rest.'],
])('a missing deposit of %d says that it is for items which are taken over', async (missing, words) => {
  bank({ depositBalance: -missing, transferDeposits: [{ from: 'Jaya Nair', amount: 2200 }] })
  await renderAt('/home')
  const due = await slip('Deposit Due')
  expect(await due.findByText(words)).toBeDefined()
  expect(due.queryByText(/larger deposit than we hold/)).toBeNull()
})

test.each([
  [false, 'Due by 10 Nov 2026'],
  [true, 'Overdue, was due by 10 Nov 2026'],
])('a missing deposit has its day and its items, also where it is paid (overdue: %s)', async (isOverdue, words) => {
  bank({ depositBalance: -3000, depositDue: { date: '2026-11-10', isOverdue, itemNames: ['Oak sofa', 'Fridge'] } })
  const { user } = await renderAt('/home')
  const due = await slip('Deposit Due')
  expect(due.getByText(words)).toBeDefined()
  expect(due.getByText('It is for: Oak sofa, Fridge')).toBeDefined()
  await user.click(due.getByRole('button', { name: 'Pay Now' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Choose payment mode' }))
  expect(sheet.getByText(words)).toBeDefined()
  expect(sheet.getByText('It is for: Oak sofa, Fridge')).toBeDefined()
})

test('items that are taken over from one neighbour by two requests name the neighbour once', async () => {
  bank({
    depositBalance: -3200,
    transferDeposits: [
      { from: 'Jaya Nair', amount: 2200 },
      { from: 'Jaya Nair', amount: 1000 },
    ],
  })
  await renderAt('/home')
  const words = 'This is the deposit for the items that you take over from Jaya.'
  expect(await (await slip('Deposit Due')).findByText(words)).toBeDefined()
})

test('what is held for an inspection is told apart, and pays a part of what is due', async () => {
  const depositDetails = {
    ...aDashboard().depositDetails,
    amountPaid: 10500,
    subscriptionDeposit: 9100,
    beingInspected: 1400,
  }
  bank({ ...overdue, depositDetails })
  await renderAt('/home')
  const balances = within(await screen.findByRole('region', { name: 'Balances' }))
  expect(await balances.findByText('₹9,100 for your items · ₹1,400 being inspected')).toBeDefined()
  const due = await slip('Rental Due for November')
  expect(await due.findByText(/up to ₹1,400 of this is paid from the refund/)).toBeDefined()
})

test('what auto debit pays is not said to be paid by the inspection too', async () => {
  const debit = {
    ...{
      debitId: '1',
      step: 'planned' as const,
      amount: 1647.36,
      limit: 5000,
      date: '2026-12-03',
      payBy: '2026-12-10',
    },
    ...{ account: 'as…@upi', method: 'upi' as const, invoiceNumber: 'KA/26-27/0000123', isRetry: false, besides: 1000 },
  }
  bank({ ...overdue, debit, depositDetails: { ...aDashboard().depositDetails, beingInspected: 1400 } })
  await renderAt('/home')
  const due = await slip('Rental Due for November')
  expect(await due.findByText(/up to ₹1,000 of this is paid from the refund/)).toBeDefined()
})

test('rent in advance is named with its first and its last day', async () => {
  bank({ ...overdue, paidAhead: { left: 4419, from: '2026-12-01', until: '2027-02-28', items: [] } })
  await renderAt('/home')
  const words = 'Your rent is paid in advance from 1 Dec 2026 until 28 Feb 2027. ₹4,419 is left.'
  expect(await screen.findByText(words)).toBeDefined()
  expect(screen.getByText('What is due now is not part of it.')).toBeDefined()
})

test('rent in advance with nothing due is named alone', async () => {
  bank({
    ...overdue,
    totalPayableAmount: 0,
    paidAhead: { left: 4419, from: '2026-12-01', until: '2027-02-28', items: [] },
  })
  await renderAt('/home')
  expect(await screen.findByText(/^Your rent is paid in advance/)).toBeDefined()
  expect(screen.queryByText('What is due now is not part of it.')).toBeNull()
})

test('rent in advance names the items that it does not pay any more, and no last day if those are all', async () => {
  const moved = { id: 1, name: 'Oak sofa', endedOn: '2026-12-14' }
  const stays = { id: 2, name: 'Fridge' }
  const paid = { left: 4419, from: '2026-12-01', until: '2027-02-28', items: [moved, stays] }
  bank({ ...overdue, paidAhead: paid })
  await renderAt('/home')
  expect(await screen.findByText('From 14 Dec 2026 on it does not pay for: Oak sofa.')).toBeDefined()
  expect(screen.queryByText(/does not pay for: Fridge/)).toBeNull()
})

test('rent in advance of which all items have moved away is not said to be paid until a day', async () => {
  const moved = { id: 1, name: 'Oak sofa', endedOn: '2026-12-14' }
  bank({ ...overdue, paidAhead: { left: 4419, from: '2026-12-01', items: [moved] } })
  await renderAt('/home')
  const words = 'Your rent is not paid in advance any more. ₹4,419 of what you had paid is left.'
  expect(await screen.findByText(words)).toBeDefined()
})

describe('a refund that is owed', () => {
  const returning = {
    depositBalance: 1200,
    depositDetails: { ...aDashboard().depositDetails, isSettlementReady: true, refundOwed: 1200 },
  }
  const ready = (change: Partial<DashboardData['readyRefund']>) => ({
    readyRefund: { ...aDashboard().readyRefund, count: 1, amount: 1200, refundPreference: 20, ...change },
  })
  const again = { name: 'Enter them again' }

  test('of which nobody knows the way waits for the choice, which is a link away, also while rent is due', async () => {
    bank({ ...overdue, ...returning, ...ready({ refundPreference: 0 }) })
    await renderAt('/home')
    const balances = within(await screen.findByRole('region', { name: 'Balances' }))
    expect(balances.getByText(/₹1,200 waits for your choice of how to get it back/)).toBeDefined()
    expect(balances.queryByText(/on its way back/)).toBeNull()
    expect(balances.getByRole('link', { name: 'Choose how' }).getAttribute('href')).toContain('showSettlement=true')
  })

  test('is on its way once the way is chosen', async () => {
    bank({ ...overdue, ...returning, ...ready({}) })
    await renderAt('/home')
    const balances = within(await screen.findByRole('region', { name: 'Balances' }))
    expect(balances.getByText(/₹1,200 on its way back to you/)).toBeDefined()
    expect(balances.queryByRole('link', { name: 'Choose how' })).toBeNull()
    expect(balances.queryByRole('link', again)).toBeNull()
  })

  test('pays what is due before the rest comes to the customer, which both sums say', async () => {
    bank({ ...overdue, ...returning, ...ready({ paysDueOfDeposit: 786 }) })
    await renderAt('/home')
    const balances = within(await screen.findByRole('region', { name: 'Balances' }))
    const inPart = '₹786 of it pays what is due first, ₹414 comes to you'
    expect(balances.getByText(new RegExp(`Refund of ₹1,200 · ${inPart}`))).toBeDefined()
    expect(balances.queryByText(/on its way back/)).toBeNull()
    const due = await slip('Rental Due for November')
    expect(due.getByText(/₹786 of this is paid from your refund before that goes out/)).toBeDefined()
  })

  test('is held when the bank did not accept the details, and leads to where they are entered again', async () => {
    bank({ ...returning, ...ready({ heldOfDeposit: 1200 }) })
    await renderAt('/home')
    const held = '₹1,200 is held: the bank did not accept your details'
    const banner = await slip('Settlement is ready')
    expect(banner.getByText(held)).toBeDefined()
    expect(banner.queryByText(/See how far it is/)).toBeNull()
    const balances = within(await screen.findByRole('region', { name: 'Balances' }))
    expect(balances.getByText(new RegExp(held))).toBeDefined()
    expect(balances.queryByText(/on its way back/)).toBeNull()
    expect(balances.getByRole('link', again).getAttribute('href')).toContain('showSettlement=true')
  })

  test('is told apart: what is held, what is under way, and what was paid out of the wallet', async () => {
    bank({ ...overdue, ...returning, rentoMoney: 40, ...ready({ heldOfDeposit: 1000, heldOfWallet: 300 }) })
    await renderAt('/home')
    const balances = within(await screen.findByRole('region', { name: 'Balances' }))
    expect(balances.getByText(/₹1,000 is held: .+ · ₹200 on its way back to you/)).toBeDefined()
    expect(balances.getByText('Used first for what is due next · ₹300 is held: the bank did not accept your details'))
    expect(balances.getAllByRole('link', again)).toHaveLength(2)
  })
})

describe('an open invoice leads to paying', () => {
  const open = anInvoice({ status: 'overdue', amountPaid: 0 })
  const setUp = () => {
    server.use(
      http.get(call('/api/Dashboards/getLedgersData'), () =>
        HttpResponse.json({ totalInvoices: 1, invoices: [open], transactions: [] }),
      ),
      http.get(call('/api/RMUsers/7/getRentalInvoice'), () =>
        HttpResponse.json({ ...anInvoiceDoc(), status: 'overdue', outstanding: 1418 }),
      ),
    )
    return bank({ ...overdue, depositBalance: -1360, hasLiveOrder: false })
  }

  test.each([
    ['the list', '/my-subscriptions/invoices'],
    ['the invoice', '/my-subscriptions/31/rental-invoice'],
    ['easy payment without options', '/home?paymentMode=easy-payment'],
  ])('from %s', async (_, path) => {
    const { calls } = setUp()
    const { user } = await renderAt(path)
    const within_ = path.includes('easy-payment') ? within(await screen.findByRole('dialog')) : screen
    expect(
      await within_.findByText('₹2,647.36 is to be paid altogether. A payment pays first what is due first.'),
    ).toBeDefined()
    await user.click(within_.getByRole('button', payAll))
    await waitFor(() => expect([calls.created.length, calls.deposits]).toEqual([1, 0]))
  })

  test('who could have auto debit is asked about it first, from any page', async () => {
    setUp()
    bank({ ...overdue, isAutoDebitRequired: true })
    const { user, history } = await renderAt('/my-subscriptions/31/rental-invoice')
    await user.click(await screen.findByRole('button', payAll))
    await waitFor(() => expect(history.location.href).toBe('/dashboard/home?showAutoDebit=true'))
  })
})
