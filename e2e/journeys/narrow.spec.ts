import { anyWidth, expect, ownSizes, type Persona, test } from '../support/fixtures'
import { owed } from '../support/paying'
import { expectFitsEverywhere } from '../support/reflow'

/** Every screen and the first step of every flow, with a persona whose state fills it. */
const screens: Partial<Record<Persona, string[]>> = {
  pooja: ['/kyc', '/kyc/documents?document=profilePic'],
  qadir: ['/kyc'],
  rhea: ['/kyc/documents?document=bankDocDetails'],
  asha: [
    '/home',
    '/home?showAutoDebit=true',
    '/home?showAutoDebit=true&notInterested=true',
    '/home?whyAmount=true',
    '/my-subscriptions/invoices',
    '/my-subscriptions/rental-invoice',
    '/settings',
    '/referral',
    '/no-such-page',
    '/print-pdf/invoice',
    '/print-pdf/statement',
  ],
  bilal: ['/home', '/my-subscriptions/transactions?tab=deposit'],
  chitra: ['/home', '/home?showSettlement=true'],
  dev: ['/home', '/kyc', '/kyc/documents', '/kyc/documents/student'],
  esha: [
    '/home',
    '/home?requestType=create-new-request',
    '/home?requestType=close-subscription',
    '/home?requestType=relocate-subscription',
    '/home?requestType=repair-request',
    '/home?requestType=transfer-ownership',
    '/home?requestType=extend-subscription',
    '/home?paymentMode=easy-payment',
    '/home?paymentMode=easy-payment&paymentType=advance-rental',
    '/home?paymentMode=easy-payment&paymentType=advance-rental&paymentStep=advance-rental-know-more',
    '/my-subscriptions/active-subscriptions',
    '/create-new-request',
    '/referral/terms',
    '/wa/cancellation',
  ],
  farid: ['/home'],
  gauri: [
    '/home',
    '/home?paymentMode=easy-payment&paymentType=auto-debit',
    '/home?paymentMode=easy-payment&paymentType=auto-debit&paymentStep=auto-debit-know-more',
    '/home?paymentMode=easy-payment&paymentType=auto-debit&paymentStep=auto-debit-add-new-payment-mode',
    '/home?paymentMode=easy-payment&paymentType=auto-debit&paymentStep=auto-debit-change-payment-mode',
  ],
  hari: ['/home', '/my-subscriptions/closed-subscriptions', '/my-subscriptions/adjustment-invoice'],
  indu: ['/my-subscriptions/all-requests'],
  jaya: ['/home'],
  kabir: ['/my-subscriptions/transactions', '/my-subscriptions/transactions?tab=wallet'],
  leela: ['/home'],
  mohan: ['/home', '/home?paymentMode=easy-payment&paymentType=auto-debit'],
  nita: ['/home', '/home?paymentMode=easy-payment&paymentType=auto-debit'],
}

const firstName = 'Venkatanarasimharajuvaripeta'
const longName = `${firstName} Subrahmanyeswaraswamy Lakshminarasimhamurthy`

for (const [persona, paths] of Object.entries(screens)) {
  test(`what ${persona} sees fits`, ownSizes, async ({ page, signIn }) => {
    await page.route('**/api/RMUsers/*', async (route) => {
      const answer = await route.fetch()
      const told = (await answer.json()) as { user?: { fullName: string } }
      if (told.user) told.user.fullName = longName
      await route.fulfill({ response: answer, json: told })
    })
    // A business customer is not greeted.
    for (const [at, path] of paths.entries()) {
      if (at === 0) await signIn(persona as Persona, path)
      else await page.goto(`/dashboard${path}`)
      if (path === '/home' && persona !== 'farid') await expect(page.getByText(firstName).first()).toBeVisible()
      await expectFitsEverywhere(page)
    }
  })
}

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
