import type { Page } from '@playwright/test'
import { debitOf, pastDebit } from '../support/auto-debit'
import { expectTold, invoicesOf, paymentsOf } from '../support/books'
import type { City } from '../support/city'
import { closeAll, takeBack } from '../support/closing'
import { anyWidth, expect, quick, test } from '../support/fixtures'
import {
  agreeToAnalytics,
  atProvider,
  captures,
  checkout,
  chooseGateway,
  expectPaid,
  listenToPayments,
  openRazorpay,
  owed,
  referenceOf,
  rupees,
  sumIn,
} from '../support/paying'

test.use({ ownCity: true })

test.describe('paying rent', () => {
  test(
    'by Razorpay in the page load of the sign-in: one total everywhere, and it is told (PAY-06..12, PAY-25, PAY-26, PAY-28, PAYOK-01, PAYOK-03)',
    quick,
    async ({ page, city, signIn }) => {
      const before = await captures(city)
      const total = rupees(await owed(city, 'asha'))
      await agreeToAnalytics(city, 'asha')
      const heard = listenToPayments(page)
      let loads = 0
      page.on('domcontentloaded', () => loads++)
      await signIn('asha')
      await expect(page.getByText(/Rental Due for/)).toBeVisible()
      expect(await sumIn(page.getByRole('main'))).toBe(total)
      await chooseGateway(page)
      const dialog = page.getByRole('dialog', { name: 'Choose payment mode' })
      expect(await sumIn(dialog)).toBe(total)
      await expect(dialog.getByText('Total Amount Payable')).toBeVisible()
      await expect(dialog.getByText('UPI, Net Banking, Debit Card & Credit Card')).toBeVisible()
      await expect(dialog.getByRole('checkbox')).toBeChecked()
      await openRazorpay(page)
      await atProvider(page, 'Success')
      await expectPaid(page)
      expect(await sumIn(page.getByRole('dialog', { name: 'Payment Completed Succesfully' }))).toBe(total)
      expect(await owed(city, 'asha')).toBe(0)
      expect(await captures(city)).toBe(before + 1)
      expect(loads).toBe(1)
      await expect
        .poll(() => heard)
        .toEqual([
          { event: 'payment attempted', mode: 'manual' },
          { event: 'payment completed', mode: 'manual' },
        ])
      await expectTold(city, '9000000001', new RegExp(`we received your payment of ${total}`, 'i'))
      await page.goto('/dashboard/home')
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
      await expect(page.getByText(/Rental Due for/)).toHaveCount(0)
    },
  )

  test('after a failure at the bank (PAY-27)', anyWidth, async ({ page, city, signIn }) => {
    await signIn('asha')
    await chooseGateway(page)
    await openRazorpay(page)
    await atProvider(page, 'Failure')
    await atProvider(page, 'Success')
    await expectPaid(page)
    expect(await owed(city, 'asha')).toBe(0)
  })

  test('after closing the window (PAY-39)', anyWidth, async ({ page, city, signIn }) => {
    const before = await captures(city)
    await signIn('asha')
    await chooseGateway(page)
    await openRazorpay(page)
    await atProvider(page, 'Close')
    await page.getByRole('button', { name: /Continue payment|Try again/ }).click()
    await expect(page.getByRole('dialog', { name: 'Choose payment mode' })).toBeVisible()
    await openRazorpay(page)
    await atProvider(page, 'Success')
    await expectPaid(page)
    expect(await captures(city)).toBe(before + 1)
  })

  test('when the page is never told of the success (PAY-28)', anyWidth, async ({ page, city, signIn }) => {
    await signIn('asha')
    await chooseGateway(page)
    await openRazorpay(page)
    await atProvider(page, 'Success without callback')
    await expect(checkout(page).getByText(/The shop's page is not told/)).toBeVisible()
    // The bank's news can reach the server at any time.
    // If it comes before the checkout is closed, the checkout closes by itself.
    // If not, the customer who closes the checkout sees the result at once, or a button to check again.
    const close = checkout(page).getByRole('button', { name: 'Close', exact: true })
    const again = page.getByRole('button', { name: 'Check again' })
    const paid = page.getByRole('dialog', { name: 'Payment Completed Succesfully' })
    await expect(async () => {
      if (await close.isVisible()) await close.click({ timeout: 1000 })
      await expect(again.or(paid)).toBeVisible()
      if (await again.isVisible()) await again.click({ timeout: 1000 })
      await expect(paid).toBeVisible({ timeout: 5000 })
    }).toPass()
    expect(await owed(city, 'asha')).toBe(0)
  })

  test('by a double click and in two tabs is paid once (PAY-33)', anyWidth, async ({ page, city, signIn, context }) => {
    const before = await captures(city)
    await signIn('asha')
    const other = await context.newPage()
    await other.goto(new URL('/dashboard/home', page.url()).href)
    for (const tab of [page, other]) {
      await chooseGateway(tab)
      await openRazorpay(tab)
    }
    const success = checkout(page).getByRole('button', { name: 'Success', exact: true })
    await success.dblclick()
    await expectPaid(page)
    // The other tab hears of it, and its gateway closes before the customer can pay there too.
    await expectPaid(other)
    expect(await owed(city, 'asha')).toBe(0)
    expect(await captures(city)).toBe(before + 1)
  })

  test('beside auto debit that is under way is paid once (PAY-01..05, PAY-22, PAY-23)', async ({
    page,
    city,
    signIn,
  }) => {
    const before = await captures(city)
    const debit = await debitOf(city, 'gauri')
    await signIn('gauri')
    await page
      .getByRole('main')
      .getByRole('button', { name: /Pay Now/ })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Pay Rent' })
    await expect(dialog.getByText('Auto Debit is Active')).toBeVisible()
    await dialog.getByRole('button', { name: /^Pay ₹.* Now$/ }).click()
    await expect(page.getByRole('dialog', { name: 'Choose payment mode' })).toBeVisible()
    await openRazorpay(page)
    await atProvider(page, 'Success')
    await expectPaid(page)
    expect(await captures(city)).toBe(before + 1)
    // What auto debit was going to collect is paid. On the day of the debit nothing is collected for it, and
    // nothing is refunded. The next bill may have come by then.
    const today = await city.today()
    await pastDebit(city, debit)
    const mine = (await paymentsOf(city, 'gauri')).filter(({ date }) => date >= today)
    expect(mine.map(({ status }) => status)).toEqual(['succeeded'])
    const paid = (await invoicesOf(city, 'gauri')).filter(({ date }) => date <= today)
    expect(paid.reduce((sum, { outstanding }) => sum + outstanding, 0)).toBe(0)
  })

  test(
    'is not offered where nothing is due, also from a link to auto debit (N26)',
    anyWidth,
    async ({ page, city, signIn }) => {
      const before = await captures(city)
      await signIn('jaya', '/home?showAutoDebit=true')
      await page.getByRole('button', { name: 'Not Interested' }).click()
      await page.getByRole('button', { name: 'Pay Rent Only' }).click()
      const nothing = page.getByRole('dialog', { name: 'Nothing to pay' })
      await expect(nothing.getByText('No rent is due right now.')).toBeVisible()
      await expect(nothing.getByText(/₹/)).toHaveCount(0)
      expect(await captures(city)).toBe(before)
    },
  )
})

test('paying a deposit: one total everywhere, and it is told (PAY-16, PAY-29, HOME-07)', {
  tag: [quick.tag, anyWidth.tag],
}, async ({ page, city, signIn }) => {
  const balance = async () => (await homeOf(city, 'bilal')).depositBalance
  const total = rupees(-(await balance()))
  const [before, dues] = [await captures(city), await owed(city, 'bilal')]
  await signIn('bilal')
  await expect(page.getByText('Deposit Due')).toBeVisible()
  expect(await sumIn(page.getByRole('main')), 'on home').toBe(total)
  // The card shows the deposit as customers understand it. Its statement shows where every rupee is.
  const balances = page.getByRole('region', { name: 'Balances' })
  await expect(balances.getByText(`${total} missing`)).toBeVisible()
  await balances.getByRole('link', { name: 'See statement, Deposit held for you' }).click()
  const missing = page.getByRole('table', { name: 'Where your deposit is' }).getByRole('row', { name: /^Missing/ })
  await expect(missing).toContainText(total)
  await page.goBack()
  await chooseGateway(page)
  expect(await sumIn(page.getByRole('dialog', { name: 'Choose payment mode' })), 'in the dialog').toBe(total)
  await openRazorpay(page)
  await atProvider(page, 'Success')
  await expectPaid(page)
  expect(await sumIn(success(page)), 'on the success screen').toBe(total)
  expect(await balance(), 'the deposit is complete').toBe(0)
  expect(await owed(city, 'bilal'), 'no rent was paid by it').toBe(dues)
  expect(await captures(city)).toBe(before + 1)
  await success(page).getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('dialog', { name: 'Rate your experience' })).toBeVisible()
  await page.goBack()
  await expect(balances.getByText('All that your items need')).toBeVisible()
  await expectTold(city, '9000000002', new RegExp(`we received your payment of ${total} `, 'i'))
})

const success = (page: Page) => page.getByRole('dialog', { name: 'Payment Completed Succesfully' })

/** The figures of a persona's home, in rupees. */
const homeOf = async (city: City, persona: string) =>
  city.get<{ depositBalance: number; rentoMoney: number; activeProductLists: { id: number }[] }>(
    await city.token(persona),
    '/api/Dashboards/dashboardData',
  )

async function removeAutoDebit(city: City, persona: string): Promise<void> {
  const token = await city.token(persona)
  type Cards = { cards: { cardId: string; paymentGateway: string }[] }
  for (const { cardId, paymentGateway } of (await city.get<Cards>(token, '/api/Dashboards/getRecurringCards')).cards)
    await city.send(token, '/api/Dashboards/cancelMandate', { cardId, paymentGateway })
}

test('paying by wallet and Razorpay: one total everywhere, of which each pays its part', {
  tag: [quick.tag, anyWidth.tag],
}, async ({ page, city, signIn }) => {
  await removeAutoDebit(city, 'esha') // else the wallet pays before the debit
  await city.toNextBills()
  const before = await captures(city)
  const newest = (await invoicesOf(city, 'esha')).toSorted((a, b) => b.invoiceId - a.invoiceId)[0]
  await expectTold(city, '9000000005', new RegExp(`your rent invoice ${newest?.invoiceNumber} of ₹.* is here`))
  const [due, { rentoMoney }] = [await owed(city, 'esha'), await homeOf(city, 'esha')]
  expect(rentoMoney, 'the wallet pays a part').toBeGreaterThan(0)
  expect(rentoMoney, 'and not all').toBeLessThan(due)
  await signIn('esha')
  expect(await sumIn(page.getByRole('main')), 'on home').toBe(rupees(due))
  await chooseGateway(page)
  const dialog = page.getByRole('dialog', { name: 'Choose payment mode' })
  await expect(dialog.getByText('Paid from Rentomoney')).toBeVisible()
  await expect(dialog.getByText(rupees(rentoMoney)).first(), 'the part of the wallet').toBeVisible()
  expect(await sumIn(dialog), 'the part of Razorpay').toBe(rupees(due - rentoMoney))
  await openRazorpay(page)
  await atProvider(page, 'Success')
  await expectPaid(page)
  expect(await sumIn(success(page)), 'on the success screen').toBe(rupees(due))
  expect(await owed(city, 'esha')).toBe(0)
  expect((await homeOf(city, 'esha')).rentoMoney).toBe(0)
  expect(await captures(city)).toBe(before + 1)
  const told = `we received your payment of ${rupees(due - rentoMoney)} on .*promotional credit paid another ${rupees(rentoMoney)}\\.`
  await expectTold(city, '9000000005', new RegExp(told, 'i'))
})

test(
  'paying by wallet alone: one total everywhere, and nobody is asked for money',
  anyWidth,
  async ({ page, city, signIn }) => {
    const ticketId = await closeAll(city, 'jaya')
    const charge = await owed(city, 'jaya')
    await signIn('jaya')
    await chooseGateway(page)
    await openRazorpay(page)
    await atProvider(page, 'Success')
    await expectPaid(page)
    await takeBack(city, 'jaya', ticketId)
    expect((await homeOf(city, 'jaya')).rentoMoney, 'what the closure had cost is in the wallet').toBe(charge)

    await city.toNextBills()
    const [before, due] = [await captures(city), await owed(city, 'jaya')]
    expect(due, 'the wallet pays all').toBeGreaterThan(0)
    expect(due, 'the wallet pays all').toBeLessThanOrEqual(charge)
    await page.goto('/dashboard/home')
    expect(await sumIn(page.getByRole('main')), 'on home').toBe(rupees(due))
    await page.getByRole('main').getByRole('button', { name: 'Pay Now' }).click()
    await page
      .getByRole('dialog', { name: 'Pay Rent' })
      .getByRole('button', { name: `Pay ${rupees(due)} from Rentomoney` })
      .click()
    await expectPaid(page)
    expect(await sumIn(success(page)), 'on the success screen').toBe(rupees(due))
    const reference = await referenceOf(page)
    expect(await owed(city, 'jaya')).toBe(0)
    expect((await homeOf(city, 'jaya')).rentoMoney).toBeCloseTo(charge - due, 2)
    expect(await captures(city), 'no gateway was asked').toBe(before)
    await expectTold(city, '9000000010', new RegExp(`payment of ${rupees(due)} .* reference is ${reference}\\.`))
  },
)

test(
  'paying from a single invoice: one total everywhere, and the invoice is paid',
  anyWidth,
  async ({ page, city, signIn }) => {
    const total = rupees(await owed(city, 'kabir'))
    const open = (await invoicesOf(city, 'kabir')).filter(({ outstanding }) => outstanding > 0)
    expect(open.length, 'invoices that are to be paid').toBeGreaterThan(0)
    await signIn('kabir', '/home')
    expect(await sumIn(page.getByRole('main')), 'on home').toBe(total)
    await page.goto(`/dashboard/my-subscriptions/${open[0]?.invoiceId}/rental-invoice`)
    await expect(page.getByText(`${total} is to be paid altogether.`)).toBeVisible()
    await page.getByRole('button', { name: `Pay ${total} Now` }).click()
    expect(await sumIn(page.getByRole('dialog', { name: 'Choose payment mode' })), 'in the dialog').toBe(total)
    await openRazorpay(page)
    await atProvider(page, 'Success')
    await expectPaid(page)
    expect(await sumIn(success(page)), 'on the success screen').toBe(total)
    const reference = await referenceOf(page)
    expect(await owed(city, 'kabir')).toBe(0)
    expect((await invoicesOf(city, 'kabir')).filter(({ outstanding }) => outstanding > 0)).toEqual([])
    await expectTold(city, '9000000011', new RegExp(`payment of ${total} .* reference is ${reference}\\.`))
  },
)

test('each figure opens into how it was computed (HOME-02)', async ({ page, signIn }) => {
  await signIn('asha')
  await page.getByRole('link', { name: 'Why this amount?' }).first().click()
  await expect(page).toHaveURL(/whyAmount=true/)
  await expect(page.getByText(/Late fee/i).first()).toBeVisible()
  await expect(page.getByText(/GST/).first()).toBeVisible()

  // The chart of the invoiced months is drawn and has a table for screen readers. Each row adds up.
  await page.goto('/dashboard/my-subscriptions/invoices')
  const rows = page.getByRole('table', { name: 'Invoiced by month' }).getByRole('row')
  await expect(rows.nth(2)).toBeAttached()
  for (const row of (await rows.all()).slice(1)) {
    const sums = (await row.getByRole('cell').allTextContents()).map((sum) => Number(sum.replace(/[₹,]/g, '')))
    const together = sums.pop()
    expect(sums.reduce((all, one) => all + one, 0)).toBeCloseTo(together ?? 0, 2)
  }
})
