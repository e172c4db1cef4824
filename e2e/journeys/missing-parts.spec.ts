import type { Page, Route } from '@playwright/test'
import { anyWidth, expect, type Persona, test } from '../support/fixtures'

// SESSION-05 and what comes after it: a file of the app that cannot be loaded reloads the page once at most and then
// takes away only its own part. Each file that home asks for is missing in turn, then each dialog, then pages.

/** The files without which there is no page at all. */
const whole = /\/assets\/(?:index|core|rolldown-runtime)-/

const figures = (page: Page) => page.getByRole('main').getByRole('button', { name: /Pay Now/ })

/** The error that a boundary has taken is written to the console; here it is what is tried. */
async function expectErrors(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // biome-ignore lint/suspicious/noConsole: it is listened to
    const say = console.error
    console.error = (...words: unknown[]) => {
      if (!String(words[0]).includes('Part of the app is missing')) say(...words)
    }
  })
}

/** Counts how often the page is loaded. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('domcontentloaded', () => loads++)
  return () => loads
}

const abort = (route: Route) => route.abort()

/** Loads a path while files are missing, after the reload that this page load may have had. */
async function openWithout(page: Page, files: string | RegExp, path: string): Promise<() => Promise<void>> {
  await page.evaluate(() => sessionStorage.clear())
  await page.route(files, abort)
  await page.goto(`/dashboard${path}`)
  return () => page.unroute(files, abort)
}

test('home and Pay stay whatever file is missing', anyWidth, async ({ page, signIn }) => {
  await expectErrors(page)
  await signIn('kabir')
  const asked = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js') && !whole.test(pathname)) asked.add(pathname)
  })
  const idle = page.waitForRequest(/\/api\/events/)
  await page.goto('/dashboard/home')
  await idle
  await figures(page).hover() // the first sign of a person brings the payment screens
  await figures(page).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const files = [...asked]
  expect(files.length).toBeGreaterThan(2)
  const loads = countLoads(page)
  for (const file of files) {
    const before = loads()
    const restore = await openWithout(page, `**${file}`, '/home')
    await expect(figures(page), file).toBeVisible()
    // Either the payment opens, or it is said that it cannot; the button is never dead, and the figures stay.
    const answered = page.getByRole('dialog').or(page.getByRole('log').getByText(/\S/)).first()
    await expect(async () => {
      if (!(await answered.isVisible())) await figures(page).click({ timeout: 2000 })
      await expect(answered, file).toBeVisible({ timeout: 3000 })
    }).toPass()
    expect(loads() - before, `loads without ${file}`).toBeLessThanOrEqual(2)
    await restore()
  }
})

const dialogs: [file: string, query: string][] = [
  ['CreateRequestDialog', 'requestType=create-new-request'],
  ['RepairFlow', 'requestType=repair-request'],
  ['RelocateFlow', 'requestType=relocate-subscription'],
  ['TransferFlow', 'requestType=transfer-ownership'],
  ['CloseFlow', 'requestType=close-subscription'],
  ['ExtendFlow', 'requestType=extend-subscription'],
  ['EasyPaymentFlow', 'paymentMode=easy-payment'],
  ['SettlementDialog', 'showSettlement=true'],
]

test('a dialog whose file is missing closes and leaves the page', anyWidth, async ({ page, signIn }) => {
  await expectErrors(page)
  await signIn('esha')
  const loads = countLoads(page)
  for (const [file, query] of dialogs) {
    const before = loads()
    const restore = await openWithout(page, `**/assets/${file}-*`, `/home?${query}`)
    await expect(page.getByRole('log').getByText(/\S/).first(), file).toBeVisible()
    await expect(page, file).toHaveURL((url) => url.search === '')
    await expect(page.getByRole('heading', { name: 'Active Items' }), file).toBeVisible()
    expect(loads() - before, `one reload for ${file}`).toBe(2)
    await restore()
  }
})

const pages: [file: string, path: string, persona: Persona][] = [
  ['_default.my-subscriptions.invoices', '/my-subscriptions/invoices', 'esha'],
  ['_default.settings', '/settings', 'esha'],
  ['_default.referral', '/referral', 'esha'],
]

test('a page whose file is missing says so and leads home', anyWidth, async ({ page, signIn }) => {
  await expectErrors(page)
  await signIn('esha')
  const loads = countLoads(page)
  for (const [file, path] of pages) {
    const before = loads()
    const restore = await openWithout(page, `**/assets/${file}-*`, path)
    await expect(page.getByRole('link', { name: 'Go to home' }), file).toBeVisible()
    await expect(page.getByRole('main').getByRole('heading', { level: 1 }), file).toBeVisible()
    expect(loads() - before, `one reload for ${file}`).toBe(2)
    await restore()
  }
})

test('what is only fetched ahead never reloads the page', anyWidth, async ({ page, signIn }) => {
  await signIn('kabir')
  await page.route('**/assets/PaymentDesk-*', abort)
  const loads = countLoads(page)
  const idle = page.waitForRequest(/\/api\/events/)
  await page.goto('/dashboard/home')
  await idle // by then the part that waits for a first sign is there
  const missed = page.waitForEvent('requestfailed', (request) => request.url().includes('PaymentDesk'))
  await figures(page).hover()
  await missed
  await expect(figures(page)).toBeVisible()
  expect(loads()).toBe(1)
})
