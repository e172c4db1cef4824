import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import type { City } from '../support/city'
import { anyWidth, expect, test } from '../support/fixtures'

test.use({ ownCity: true })

test.describe('chitra: her deposit goes back', () => {
  test('to her bank: form, settlement, payout reference (REFUND-01, REFUND-09, REFUND-10, REFUND-19, REFUND-20, VALID-21, VALID-23, CALL-43)', async ({
    page,
    city,
    signIn,
  }) => {
    await signIn('chitra')
    const dialog = await review(page)
    await expect(dialog.getByRole('heading', { name: 'How do you wish to be refunded?' })).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Straight to Bank Account' }).click()
    const save = dialog.getByRole('button', { name: 'Save and continue' })
    await expect(save).toBeDisabled()
    await dialog.getByLabel('Name as per the bank').fill('Chitra Iyer')
    await dialog.getByLabel('Account number').fill('50100012345678')
    await dialog.getByLabel('IFSC code').pressSequentially('hdfc000000123')
    await expect(dialog.getByLabel('IFSC code')).toHaveValue('HDFC0000001')
    await expect(dialog.getByLabel('Bank name')).toHaveValue('HDFC Bank')
    await expectAccessible(page)
    await save.click()
    await expect(
      dialog.getByText('Your refund will be initiated to the following Bank Account in 7 working days.'),
    ).toBeVisible()
    await expect(dialog.getByText('XXXX5678')).toBeVisible()
    await expect(dialog.getByText(/7 working days left/)).toBeVisible()
    await expectAccessible(page)
    await arrives(page, city, /^Your refund was paid to .*5678\.$/)
    await expect(dialog.getByText('Payout reference')).toBeVisible()
    await expect(dialog.getByText(/^\d{12}$/)).toBeVisible()
  })

  test('by UPI, the other ways below OR (REFUND-07, REFUND-08, VALID-25)', anyWidth, async ({ page, city, signIn }) => {
    await signIn('chitra')
    const dialog = await review(page)
    await dialog.getByRole('button', { name: 'Refund Via UPI' }).click()
    await expect(dialog.getByRole('button', { name: 'Save and continue' })).toBeDisabled()
    await expect(dialog.getByText('OR', { exact: true })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Straight to Bank Account' })).toBeVisible()
    await dialog.getByLabel('UPI ID').fill('chitra@okhdfcbank')
    await dialog.getByRole('button', { name: 'Save and continue' }).click()
    await expect(
      dialog.getByText('Your refund will be initiated to the following UPI ID in 7 working days.'),
    ).toBeVisible()
    await arrives(page, city, /^Your refund was paid to .+\.$/)
    await expect(dialog.getByText(/^\d{12}$/)).toBeVisible()
  })

  test('to Rentomoney (REFUND-02, REFUND-17, REFUND-18, MSG-05)', anyWidth, async ({ page, city, signIn }) => {
    await signIn('chitra')
    const dialog = await review(page)
    await dialog.getByRole('button', { name: /Straight to Rentomoney\s*Most Popular/ }).click()
    await page.getByRole('button', { name: 'Put it into Rentomoney' }).click()
    await expect(page.getByText('Preference Set Successfully')).toBeVisible()
    await expect(dialog).toBeHidden()
    await city.advance('PT1H')
    const token = await city.token('chitra')
    const home = await city.get<{ rentoMoney: number; depositBalance: number }>(token, '/api/Dashboards/dashboardData')
    expect(home.rentoMoney).toBeGreaterThan(0)
    expect(home.depositBalance).toBe(0)
  })

  test(
    'an agent looks and changes nothing (VALID-27, VALID-28, VALID-29, ROLE-05)',
    anyWidth,
    async ({ page, city }) => {
      await page.goto(`${city.url}/demo/as/agent?customer=chitra`)
      const dialog = await review(page)
      await dialog.getByRole('button', { name: 'Straight to Bank Account' }).click()
      await expect(dialog.getByLabel('Account number')).toHaveAttribute('readonly', '')
      await expect(dialog.getByRole('button', { name: 'Save and continue' })).toHaveCount(0)
    },
  )
})

/** Opens the settlement from home's banner. */
async function review(page: Page): Promise<Locator> {
  const main = page.getByRole('main')
  await main
    .getByRole('link', { name: 'Review' })
    .or(main.getByRole('button', { name: 'Review' }))
    .click()
  const dialog = page.getByRole('dialog', { name: 'Final Settlement' })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Lets the details cool and the bank answer, and opens the settlement again. */
async function arrives(page: Page, city: City, said: RegExp): Promise<void> {
  await city.advance('P2D')
  await page.reload()
  await expect(page.getByRole('dialog').getByText(said)).toBeVisible()
}
