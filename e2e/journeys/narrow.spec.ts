import { anyWidth, expect, ownSizes, test } from '../support/fixtures'
import { owed } from '../support/paying'
import { expectFitsEverywhere } from '../support/reflow'

for (const language of ['en', 'hi']) {
  test.describe(`in ${language}`, () => {
    test.use({ ownCity: true })
    test('what kabir sees while he pays fits', ownSizes, async ({ page, city, signIn }) => {
      await signIn('kabir')
      await page.evaluate((code) => localStorage.setItem('locale', code), language)
      await page.reload()
      const top = page.getByRole('dialog').last()
      await page
        .getByRole('main')
        .getByRole('button')
        .filter({ hasText: /^(Pay Now|अभी भरें)$/ })
        .click()
      await expect(top.getByRole('checkbox')).toBeVisible()
      await expectFitsEverywhere(page)
      await top.getByRole('button', { name: /₹/ }).click()
      await expect(page.frameLocator('iframe').getByRole('button', { name: 'Close', exact: true })).toBeEnabled()
      await expectFitsEverywhere(page)
      await page.frameLocator('iframe').getByRole('button', { name: 'Close', exact: true }).click()
      const goOn = page.getByRole('dialog').getByRole('button', { name: /^(?:Continue payment|भुगतान जारी रखें)$/ })
      await expect(goOn).toBeVisible()
      await expectFitsEverywhere(page)
      await goOn.click()
      await expect(top.getByRole('checkbox')).toBeVisible()
      await top.getByRole('button', { name: /₹/ }).click()
      await page.frameLocator('iframe').getByRole('button', { name: 'Success', exact: true }).click()
      await expect(top.getByText(/^₹[\d,.]+$/).first()).toBeVisible()
      await expectFitsEverywhere(page)
      await page.goBack()
      await expect(top.getByRole('radio')).toHaveCount(10)
      await expectFitsEverywhere(page)
      expect(await owed(city, 'kabir')).toBe(0)
    })
  })
}

test('what visitors see fits', ownSizes, async ({ page }) => {
  for (const path of ['/', '/bangalore', '/dashboard/login', '/demo', '/terms-and-conditions', '/no-such-page']) {
    await page.goto(path)
    await expectFitsEverywhere(page)
  }
})

test('after Send code the code field has the focus', async ({ page }) => {
  await page.goto('/dashboard/login')
  await page.getByLabel('Mobile number').fill('9800000001')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByLabel('6-digit code')).toBeFocused()
})

test.describe('a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('a business customer can log out', anyWidth, async ({ page, signIn }) => {
    await signIn('farid', '/home')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).not.toHaveURL(/\/dashboard\/home$/)
    await page.goto('/dashboard/home')
    await expect(page).toHaveURL(/login/)
  })
})
