import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { expectTold, invoicesOf } from '../support/books'
import { closeAll } from '../support/closing'
import { anyWidth, expect, quick, test } from '../support/fixtures'
import { atProvider, expectPaid, openRazorpay, owed } from '../support/paying'

test.use({ ownCity: true })
test.setTimeout(180_000)

const start = '/home?paymentMode=easy-payment&paymentType=advance-rental'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Easy Payment' })
const months = (page: Page, name: RegExp) => dialog(page).getByRole('checkbox', { name })
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
      await dialog(page)
        .getByRole('checkbox', { name: /^I agree to the/ })
        .uncheck()
      await expect(pay(page)).toBeDisabled()
      await dialog(page)
        .getByRole('checkbox', { name: /^I agree to the/ })
        .check()
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
      const { package: one } = await city.get<{ package: { returned: number; vouchers: { kind: string }[] } }>(
        await city.token('esha'),
        '/api/Dashboards/advanceRentalPackage',
      )
      expect(one.returned).toBeGreaterThan(0)
      expect(one.vouchers.map(({ kind }) => kind)).toContain('refund')
    },
  )

  test('after a failure nothing is sold, and another try is', anyWidth, async ({ page, signIn }) => {
    await signIn('esha', start)
    await months(page, /^3 months/).check()
    await pay(page).click()
    await openRazorpay(page)
    await atProvider(page, 'Failure')
    await atProvider(page, 'Success')
    await expectPaid(page)
  })

  test('of a gateway that is closed nothing is sold', anyWidth, async ({ page, city, signIn }) => {
    await signIn('esha', start)
    await months(page, /^3 months/).check()
    await pay(page).click()
    await openRazorpay(page)
    await atProvider(page, 'Close')
    await expect(page.getByRole('button', { name: /Continue payment|Try again/ })).toBeVisible()
    const answer = await city.get<{ package?: object }>(
      await city.token('esha'),
      '/api/Dashboards/advanceRentalPackage',
    )
    expect(answer.package).toBeUndefined()
  })

  test('what it is, beside the options (EASYPAY-03)', async ({ page, signIn }) => {
    await signIn('esha', `${start}&paymentStep=advance-rental-know-more`)
    await expect(page.getByText('How paying in advance works').first()).toBeVisible()
    await expectAccessible(page)
  })
})
