import type { Page } from '@playwright/test'
import { settled } from '../support/accessible'
import { anyWidth, expect, quick, test } from '../support/fixtures'

const dialogs: [id: string, query: string][] = [
  ['DIALOG-02', 'requestType=create-new-request'],
  ['DIALOG-03', 'requestType=repair-request'],
  ['DIALOG-04', 'requestType=relocate-subscription'],
  ['DIALOG-05', 'requestType=transfer-ownership'],
  ['DIALOG-06', 'requestType=close-subscription'],
  ['DIALOG-07', 'requestType=extend-subscription'],
  ['DIALOG-09', 'paymentMode=easy-payment'],
  ['DIALOG-15', 'showSettlement=true'],
]

// A customer with a mandate sees no promotions, so these need another persona.
const promotions: typeof dialogs = [
  ['DIALOG-12', 'showAutoDebit=true'],
  ['DIALOG-13', 'showAutoDebit=true&notInterested=true'],
]

test('a link opens its dialog where one is (DIALOG-01 to DIALOG-09, DIALOG-15)', quick, async ({ page, signIn }) => {
  await signIn('esha')
  await opens(page, dialogs)
})

test('a link opens the promotion of auto debit (DIALOG-12, DIALOG-13)', async ({ page, signIn }) => {
  await signIn('asha')
  await opens(page, promotions)
})

async function opens(page: Page, of: typeof dialogs): Promise<void> {
  for (const [id, query] of of) {
    await page.goto(`/dashboard/my-subscriptions/invoices?${query}`)
    await expect(page.getByRole('dialog'), id).toBeVisible()
    await expect(page, id).toHaveURL((url) => url.pathname === '/dashboard/my-subscriptions/invoices')
  }
}

test('Back closes a dialog that was opened here and stays on the page (DIALOG-01)', async ({ page, signIn }) => {
  await signIn('esha')
  await page.goto('/dashboard/home')
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.goto('/dashboard/home?requestType=close-subscription')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL((url) => url.pathname === '/dashboard/home' && !url.search.includes('requestType'))
})

test('whoever landed on a dialog closes it without leaving (DIALOG-19)', async ({ page, signIn, context }) => {
  await signIn('esha')
  const landed = await context.newPage()
  await landed.goto(new URL('/dashboard/home?requestType=close-subscription', page.url()).href)
  const dialog = landed.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await dialog
    .getByRole('button', { name: /^(close|back)$/i })
    .first()
    .click()
  await expect(dialog).toHaveCount(0)
  await expect(landed).toHaveURL((url) => url.pathname === '/dashboard/home' && url.search === '')
})

test(
  'removing the key closes the dialog, and an unknown value opens none (DIALOG-12, DIALOG-14, DIALOG-16, DIALOG-18)',
  anyWidth,
  async ({ page, signIn }) => {
    await signIn('chitra')
    for (const key of ['showAutoDebit', 'showSettlement']) {
      await page.goto('/dashboard/home')
      await page.goto(`/dashboard/home?${key}=true`)
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.goBack()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    const nonsense =
      'requestType=nonsense&paymentMode=cash&showAutoDebit=false&notInterested=no&showSettlement=1&whyAmount=yes'
    await page.goto(`/dashboard/home?${nonsense}&utm=sms`)
    await expect(page).toHaveURL('/dashboard/home?utm=sms')
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await settled(page)
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await page.goto('/dashboard/settings?newaddress=false')
    await expect(page.getByRole('main').getByRole('button', { name: 'Add New Address' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.goto('/dashboard/settings?newaddress=true')
    await expect(page.getByRole('dialog', { name: 'Add New Address' })).toBeVisible()
  },
)

const pages: [id: string, path: string][] = [
  ['ROUTE-04', '/home'],
  ['ROUTE-05', '/kyc'],
  ['ROUTE-06', '/kyc/documents'],
  ['ROUTE-08', '/referral'],
  ['ROUTE-09', '/referral/terms'],
  ['ROUTE-10', '/settings'],
  ['ROUTE-11', '/create-new-request'],
  ['ROUTE-12', '/my-subscriptions/active-subscriptions'],
  ['ROUTE-13', '/my-subscriptions/closed-subscriptions'],
  ['ROUTE-14', '/my-subscriptions/adjustment-invoice'],
  ['ROUTE-15', '/my-subscriptions/all-requests'],
  ['ROUTE-16', '/my-subscriptions/invoices'],
  ['ROUTE-17', '/my-subscriptions/transactions'],
  ['ROUTE-18', '/my-subscriptions/rental-invoice'],
  ['ROUTE-19', '/print-pdf'],
  ['ROUTE-20', '/wa/cancellation'],
]

test('every page can be landed on (ROUTE-01, ROUTE-04..20)', { tag: [quick.tag, anyWidth.tag] }, async ({
  page,
  signIn,
}) => {
  await signIn('kabir')
  for (const [id, path] of pages) {
    await page.goto(`/dashboard${path}`)
    await expect(page.getByRole('heading').first(), id).toBeVisible()
    await expect(page, id).toHaveURL((url) => url.pathname.replace(/\/$/, '') === `/dashboard${path}`)
  }
})

test('the policy pages stand outside the app (ROUTE-22..25)', anyWidth, async ({ page }) => {
  for (const path of ['/terms-and-conditions', '/shipping-policy', '/cancel-and-return-policy', '/kyc-documents']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL((url) => url.pathname === path)
  }
})

test(
  'the pages outside the app stand without JavaScript, and lead to one another',
  anyWidth,
  async ({ browser, city }) => {
    const context = await browser.newContext({ baseURL: city.url, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(/^₹\d/).first()).toBeVisible()
    await page
      .getByRole('link', { name: /Bengaluru/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/bangalore$/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Bengaluru')
    await page.getByRole('link', { name: /^Terms/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect((await page.goto('/atlantis'))?.status(), 'a city that does not exist').toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Rento/ }).first()).toBeVisible()
    await page.goto('/')
    await page
      .getByRole('link', { name: /Sign in/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/dashboard\/login/)
    // biome-ignore lint/performance/useDomNodeTextContent: it is in the document either way, and shown without JavaScript alone
    expect(await page.locator('html').innerText()).toContain('This page needs JavaScript.')
    await context.close()
  },
)

test('without a session every page asks to sign in (ROUTE-02)', anyWidth, async ({ page }) => {
  for (const [id, path] of pages) {
    await page.goto(`/dashboard${path}`)
    await expect(page, id).toHaveURL((url) => url.pathname === '/dashboard/login')
  }
})
