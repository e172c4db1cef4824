import { anyWidth, expect, test } from '../support/fixtures'

test.describe('signing in', () => {
  test('by mobile number and code, after a wrong one (GATE-02, GATE-06, ROUTE-07, ROUTE-21)', async ({ page }) => {
    await page.goto('/dashboard/')
    await page.waitForURL('**/dashboard/login**')
    await page.getByLabel('Mobile number').fill('90000')
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(page.getByText('Enter all 10 digits of your mobile number.')).toBeVisible()
    await page.getByLabel('Mobile number').fill('9000000005')
    await page.getByRole('button', { name: 'Send code' }).click()
    const code = page.getByLabel('6-digit code')
    await code.fill('654321')
    await expect(page.getByRole('alert').or(page.locator('[aria-invalid="true"]')).first()).toBeVisible()
    await code.fill('123456')
    await page.waitForURL('**/dashboard/home')
    await page.goto('/dashboard/')
    await page.waitForURL('**/dashboard/home')
  })

  test('comes back to the page that was asked for (GATE-02, GATE-03)', async ({ page }) => {
    await page.goto('/dashboard/my-subscriptions/invoices')
    await page.waitForURL('**/dashboard/login**')
    await page.getByLabel('Mobile number').fill('9000000001')
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByLabel('6-digit code').fill('123456')
    await page.waitForURL('**/dashboard/my-subscriptions/invoices')
  })

  test(
    'by a link, once, and without leaving the code in the history (ROUTE-03, GATE-01)',
    anyWidth,
    async ({ page, city }) => {
      const link = await fetch(`${city.url}/demo/as/asha`, { redirect: 'manual' })
      const address = link.headers.get('location') ?? ''
      await page.goto(address)
      await page.waitForURL('**/dashboard/home')
      await page.reload()
      expect(page.url()).not.toContain('accessToken')
      await page.evaluate(() => localStorage.clear())
      await page.goto(address)
      await expect(page.getByText('This sign-in link does not work any more')).toBeVisible()
    },
  )

  test('with half a session starts over at the city page (GATE-07)', anyWidth, async ({ page, signIn }) => {
    await signIn('esha')
    await page.evaluate(() => localStorage.setItem('user', 'no user'))
    await page.goto('/dashboard/home')
    await page.waitForURL((url) => url.searchParams.get('popup') === 'login')
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/dashboard/home')
  })

  test('and out forgets everything (SESSION-01, SESSION-03, SESSION-04)', anyWidth, async ({ page, signIn }) => {
    await signIn('esha', '/settings')
    await page
      .getByRole('main')
      .getByRole('button', { name: /^(log ?out|sign out)$/i })
      .click()
    await page.waitForURL((url) => url.searchParams.get('isUserLoggedOut') === 'true')
    const left = await page.evaluate(() => [localStorage.getItem('accessTokenId'), localStorage.getItem('user')])
    expect(left).toEqual([null, null])
  })
})
