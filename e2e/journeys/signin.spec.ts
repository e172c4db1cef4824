import { anyWidth, expect, quick, test } from '../support/fixtures'

test.describe('signing in', () => {
  test(
    'by mobile number and code, after a wrong one (GATE-02, GATE-06, ROUTE-07, ROUTE-21)',
    quick,
    async ({ page }) => {
      await page.goto('/dashboard/')
      await page.waitForURL('**/dashboard/login**')
      await page.getByLabel('Mobile number').fill('90000')
      await page.getByRole('button', { name: 'Send code' }).click()
      await expect(page.getByText('Enter all 10 digits of your mobile number.')).toBeVisible()
      await page.getByLabel('Mobile number').fill('9000000005')
      await page.getByRole('button', { name: 'Send code' }).click()
      const code = page.getByLabel('6-digit code')
      await code.fill('654321')
      await expect(page.getByRole('alert').first()).toBeVisible()
      await code.fill('123456')
      await page.waitForURL('**/dashboard/home')
      await page.goto('/dashboard/')
      await page.waitForURL('**/dashboard/home')
    },
  )

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

test.describe('an account that is to be deleted', () => {
  test.use({ ownCity: true })

  test('is kept by signing in, which the screen and the inbox say', anyWidth, async ({ page, city, signIn }) => {
    await signIn('leela', '/settings')
    await page.getByRole('button', { name: 'Delete account' }).click()
    await page.getByRole('button', { name: 'Yes, delete my account' }).click()
    const planned = page.getByText(
      /^Your account will be deleted on .+ If you sign in again before that day, it is kept\.$/,
    )
    await expect(planned).toBeVisible()
    await page.goto('/dashboard/home')
    await expect(planned).toBeVisible()
    await city.advance('P6D')
    await page.evaluate(() => localStorage.clear())
    await page.goto('/dashboard/login')
    await page.getByLabel('Mobile number').fill('9000000012')
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByLabel('6-digit code').fill('123456')
    const kept = page.getByText(/^Your account was to be deleted\. Because you signed in, it is kept\./)
    await expect(kept).toBeVisible()
    await expect(planned).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Hi, Leela' })).toBeVisible()
    await expect(kept).toHaveCount(0)
    await city.advance('P2D')
    await page.goto('/demo/inbox?to=9000000012')
    // By SMS and by mail.
    await expect(page.getByText('as you asked, we will delete your account on')).toHaveCount(2)
    await expect(page.getByText('Because you signed in or asked us to keep it, it stays as it is.')).toHaveCount(2)
    await expect(page.getByText('Hello Leela')).not.toHaveCount(0)
  })
})

test('the front page leads who is signed in to the dashboard', anyWidth, async ({ page, signIn }) => {
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Sign in to your dashboard' })).toBeVisible()
  await signIn('esha')
  await page.goto('/')
  await page.getByRole('link', { name: 'Open my dashboard' }).click()
  await expect(page).toHaveURL('/dashboard/home')
})
