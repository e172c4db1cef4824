import { anyWidth, expect, type Persona, test } from '../support/fixtures'
import { expectFits } from '../support/reflow'

/** Every screen and the first step of every flow, with a persona whose state fills it. */
const screens: Partial<Record<Persona, string[]>> = {
  asha: [
    '/home',
    '/home?showAutoDebit=true',
    '/my-subscriptions/invoices',
    '/my-subscriptions/rental-invoice',
    '/settings',
    '/referral',
    '/no-such-page',
  ],
  bilal: ['/home', '/my-subscriptions/transactions?tab=deposit'],
  chitra: ['/home', '/home?showSettlement=true'],
  dev: ['/home', '/kyc', '/kyc/documents'],
  esha: [
    '/home',
    '/home?requestType=create-new-request',
    '/home?requestType=close-subscription',
    '/home?requestType=relocate-subscription',
    '/home?requestType=repair-request',
    '/home?requestType=transfer-ownership',
    '/home?requestType=extend-subscription',
    '/home?paymentMode=easy-payment',
    '/my-subscriptions/active-subscriptions',
    '/create-new-request',
    '/referral/terms',
    '/wa/cancellation',
  ],
  farid: ['/home'],
  gauri: ['/home'],
  hari: ['/home', '/my-subscriptions/closed-subscriptions', '/my-subscriptions/adjustment-invoice'],
  indu: ['/my-subscriptions/all-requests'],
  jaya: ['/home'],
  kabir: ['/my-subscriptions/transactions', '/my-subscriptions/transactions?tab=wallet'],
  leela: ['/home'],
}

/** 320 px is also a screen of 1280 px at 400 % zoom; landscape is a small phone on its side. */
const screensOf = [
  { name: '320 px', viewport: { width: 320, height: 568 }, large: false },
  { name: 'letters of 200 %', viewport: { width: 390, height: 844 }, large: true },
  { name: 'landscape', viewport: { width: 667, height: 320 }, large: false },
]

const longName = 'Venkatanarasimharajuvaripeta Subrahmanyeswaraswamy Lakshminarasimhamurthy'

for (const { name, viewport, large } of screensOf) {
  test.describe(name, anyWidth, () => {
    test.use({ viewport })
    for (const [persona, paths] of Object.entries(screens)) {
      test(`what ${persona} sees fits`, async ({ page, signIn }) => {
        await page.route('**/api/RMUsers/*', async (route) => {
          const answer = await route.fetch()
          const user = (await answer.json()) as { fullName?: string }
          await route.fulfill({ response: answer, json: user.fullName ? { ...user, fullName: longName } : user })
        })
        for (const [at, path] of paths.entries()) {
          if (at === 0) await signIn(persona as Persona, path)
          else await page.goto(`/dashboard${path}`)
          await expectFits(page, large)
        }
      })
    }

    test('what visitors see fits', async ({ page }) => {
      for (const path of ['/', '/bengaluru', '/dashboard/login', '/demo', '/terms-and-conditions', '/no-such-page']) {
        await page.goto(path)
        await expectFits(page, large)
      }
    })
  })
}

test('after Send code the code field has the focus', anyWidth, async ({ page }) => {
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
