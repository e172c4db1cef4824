import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { expectTold, invoicesOf } from '../support/books'
import type { City } from '../support/city'
import { closeAll } from '../support/closing'
import { anyWidth, expect, quick, test } from '../support/fixtures'
import { atProvider, expectPaid, openRazorpay, openWindow, owed } from '../support/paying'

test.use({ ownCity: true })
test.setTimeout(180_000)

const start = '/home?paymentMode=easy-payment&paymentType=advance-rental'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Easy Payment' })
const months = (page: Page, name: RegExp) => dialog(page).getByRole('checkbox', { name })
const agree = (page: Page) => months(page, /^I agree to the/).check()
/** Chooses how many months to pay, agrees to the terms, and goes on to the choice of gateways. */
async function choose(page: Page, name: RegExp): Promise<void> {
  await months(page, name).check()
  await agree(page)
  await pay(page).click()
}

/** Pays in the window of a gateway, which closes by itself. */
async function payInWindow(page: Page, gateway: string): Promise<void> {
  const window = await openWindow(page, gateway)
  const closed = window.waitForEvent('close')
  await window.getByRole('button', { name: 'Success', exact: true }).click()
  await closed
  await expectPaid(page)
}

interface Package {
  state: string
  paid: number
  used: number
  left: number
  returned: number
  movements: object[]
  vouchers: { id: string; kind: string; number: string }[]
}

async function packageOf(city: City): Promise<Package> {
  const path = '/api/Dashboards/advanceRentalPackage'
  return (await city.get<{ package: Package }>(await city.token('esha'), path)).package
}

const pay = (page: Page) => dialog(page).getByRole('button', { name: /^Pay/ })

test.describe('rent in advance', () => {
  test(
    'from the options to the settlement (EASYPAY-01, EASYPAY-08, EASYPAY-12, EASYPAY-29, EASYPAY-30, EASYPAY-31, EASYPAY-38, EASYPAY-40, PAY-29, PAYOK-11, PROD-06)',
    quick,
    async ({ page, city, signIn }) => {
      await signIn('esha', start)
      await expect(dialog(page).getByText('Save 5%')).toBeVisible()
      await expect(pay(page)).toBeDisabled()
      await months(page, /^6 months/).check()
      await expect(dialog(page).getByText('Total payable')).toBeVisible()
      await months(page, /^6 months/).uncheck()
      await expect(dialog(page).getByText('Total payable')).toHaveCount(0)
      await months(page, /^6 months/).check()
      await expectAccessible(page)
      await expect(pay(page)).toBeDisabled()
      await agree(page)
      await pay(page).click()
      await openRazorpay(page)
      await atProvider(page, 'Success')
      await expectPaid(page)
      await page.getByRole('button', { name: 'Done' }).click()

      // Closing the success screen leads back here.
      await expect(dialog(page).getByText('Your rent in advance')).toBeVisible()
      await dialog(page).getByRole('button', { name: 'See your package' }).click()
      await expect(dialog(page).getByText('Nothing was taken out yet.')).toBeVisible()
      await expect(dialog(page).getByText(/^Receipt voucher /)).toBeVisible()
      await expectAccessible(page)
      await expectTold(city, '9000000005', /pays your rent for 6 months/i)

      await city.toNextBills()
      expect(await owed(city, 'esha')).toBe(0)
      const rent = (await invoicesOf(city, 'esha')).find(({ type }) => type === 'rental')
      await page.goto(`/dashboard/my-subscriptions/${rent?.invoiceId}/rental-invoice`)
      await expect(
        page
          .getByText(/Discount for paying in advance: -₹/)
          .filter({ visible: true })
          .first(),
      ).toBeVisible()
      await expect(page.getByText('Paid in advance', { exact: true }).filter({ visible: true }).first()).toBeVisible()
      await expect(page.getByText('This invoice was paid in advance. Nothing is due.')).toBeVisible()
      await expect(page.getByText(/^Due by/)).toBeHidden()
      await page.goto('/dashboard/home')
      await expect(page.getByText(/Your rent is paid in advance from .+ until/)).toBeVisible()
      await expect(page.getByRole('link', { name: 'Pay in Advance', exact: true })).toHaveCount(0)

      await closeAll(city, 'esha')
      await city.advance('P20D')
      await page.goto('/dashboard/home?showSettlement=true')
      await expect(page.getByText('Rent paid in advance, not used').first()).toBeVisible()
      const one = await packageOf(city)
      expect(one.returned).toBeGreaterThan(0)
      expect(one.vouchers.map(({ kind }) => kind)).toContain('refund')
    },
  )

  test('after a failure nothing is sold, and another try is', anyWidth, async ({ page, signIn }) => {
    await signIn('esha', start)
    await choose(page, /^3 months/)
    await openRazorpay(page)
    await atProvider(page, 'Failure')
    await atProvider(page, 'Success')
    await expectPaid(page)
  })

  test('of a gateway that is closed nothing is sold', anyWidth, async ({ page, city, signIn }) => {
    await signIn('esha', start)
    await choose(page, /^3 months/)
    await openRazorpay(page)
    await atProvider(page, 'Close')
    await expect(page.getByRole('button', { name: /Continue payment|Try again/ })).toBeVisible()
    expect(await packageOf(city)).toBeUndefined()
  })

  test('through Paytm, to its end by use: each invoice is paid out of it, and then months are offered again', async ({
    page,
    city,
    signIn,
  }) => {
    await signIn('esha', start)
    await choose(page, /^3 months/)
    await payInWindow(page, 'Paytm')
    const bought = await packageOf(city)
    expect(bought).toMatchObject({ state: 'active', months: 3, used: 0, left: bought.paid })
    for (let month = 1; month <= 3; month++) {
      await city.toNextBills()
      expect(await owed(city, 'esha')).toBe(0)
      expect((await packageOf(city)).movements).toHaveLength(month)
    }
    expect(await packageOf(city)).toMatchObject({ state: 'ended', used: bought.paid, left: 0, returned: 0 })
    await signIn('esha', start)
    await expect(months(page, /^3 months/)).toBeVisible()
  })

  test('through a wallet at Juspay, and given back early: what is not used goes to the bank, with a refund voucher', async ({
    page,
    city,
    signIn,
  }) => {
    await signIn('esha', start)
    await choose(page, /^3 months/)
    await payInWindow(page, 'Pay via PhonePe')
    await closeAll(city, 'esha')
    await city.advance('P20D')
    await page.goto('/dashboard/home?showSettlement=true')
    const settlement = page.getByRole('dialog', { name: 'Final Settlement' })
    await expect(settlement.getByText('Rent paid in advance, not used').first()).toBeVisible()
    await settlement.getByRole('button', { name: 'Refund Via UPI' }).click()
    await settlement.getByLabel('UPI ID').fill('esha@okaxis')
    await settlement.getByRole('button', { name: 'Save and continue' }).click()
    await expect(settlement.getByText(/^Your refund will be initiated to the following UPI ID/)).toBeVisible()
    await expect(async () => {
      await city.advance('P2D')
      await page.reload()
      await expect(settlement.getByText(/^Your refund was paid to .+@okaxis\.$/)).toBeVisible({ timeout: 5000 })
    }).toPass()
    const left = await packageOf(city)
    expect(left).toMatchObject({ state: 'ended', left: 0 })
    expect(left.returned).toBeGreaterThan(0)
    expect(left.used + left.returned).toBeCloseTo(left.paid, 2)
    const voucher = left.vouchers.find(({ kind }) => kind === 'refund')
    await page.goto(`/dashboard/print-pdf/voucher?voucher=${voucher?.id}`)
    await expect(page.getByText(voucher?.number ?? '').first()).toBeVisible()
  })

  test('what it is, beside the options (EASYPAY-03)', async ({ page, signIn }) => {
    await signIn('esha', `${start}&paymentStep=advance-rental-know-more`)
    await expect(page.getByText('How paying in advance works').first()).toBeVisible()
    await expectAccessible(page)
  })
})
