import type { Page, Route } from '@playwright/test'
import { expectAccessible, settled } from '../support/accessible'
import { expectTold } from '../support/books'
import { chooseDay } from '../support/calendar'
import { anyWidth, expect, test } from '../support/fixtures'
import { captures, owed, sumIn } from '../support/paying'

// SESSION-05 and its consequences: a file of the app that cannot be loaded reloads the page at most once.
// After that, only its own part is missing: a page, a dialog or the payment.
// Without a network, the part waits.

const figures = (page: Page) => page.getByRole('main').getByRole('button', { name: /Pay Now/ })

/** The boundary writes the error that it caught to the console. Here that error is expected. */
async function expectErrors(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // biome-ignore lint/suspicious/noConsole: it is listened to
    const say = console.error
    console.error = (...words: unknown[]) => {
      if (!String(words[0]).includes('Part of the app is missing')) say(...words)
    }
  })
}

/** Counts the page loads. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('domcontentloaded', () => loads++)
  return () => loads
}

const abort = (route: Route) => route.abort()

/** Opens a path while files are missing, with the right to one automatic reload restored. */
async function openWithout(page: Page, files: string | RegExp, path: string): Promise<() => Promise<void>> {
  await page.evaluate(() => sessionStorage.clear())
  await page.route(files, abort)
  // The page may reload before everything has arrived.
  await page.goto(path.startsWith('/demo') ? path : `/dashboard${path}`, { waitUntil: 'commit' })
  return () => page.unroute(files, abort)
}

/** Reads the answers that the document asked for ahead. Until somebody reads them, they count as still loading. */
const readAskedAhead = (page: Page) =>
  page.evaluate(async () => {
    const { answers } = (
      window as unknown as { askedAhead: { answers: Record<string, Promise<Response | undefined>> } }
    ).askedAhead
    for (const answer of Object.values(answers)) await (await answer)?.text()
  })

/** The files without which there is no app, so that no code of the app can report that they are missing. */
const ownFiles = { entry: /\/assets\/index-[^/]*\.js$/, core: /\/assets\/core-[^/]*\.js$/ }

for (const [name, file] of Object.entries(ownFiles)) {
  test(
    `without the ${name} of the app its page is loaded anew once, and then says so (SESSION-05)`,
    anyWidth,
    async ({ page, signIn }) => {
      await signIn('kabir')
      const loads = countLoads(page)
      const restore = await openWithout(page, file, '/home')
      const said = page.getByRole('alert').filter({ hasText: 'This page could not be loaded' })
      await expect(said).toBeVisible()
      expect(loads(), 'one reload').toBe(2)
      await readAskedAhead(page)
      await expectAccessible(page)

      // Pressing the button reloads the page once more, and the message appears again.
      const again = said.getByRole('button', { name: 'Try again' })
      const loaded = page.waitForEvent('load')
      await again.click()
      await loaded
      await expect(said).toBeVisible()
      await restore()
      await again.click()
      await expect(figures(page)).toBeVisible()
      await expect(said).toHaveCount(0)
    },
  )
}

test(
  'without the app, and without a network, its page waits for one and is then loaded anew (SESSION-05)',
  anyWidth,
  async ({ page, context, signIn }) => {
    await signIn('kabir')
    await page.goto('about:blank')
    const loads = countLoads(page)
    const goes = async (route: Route) => {
      await context.setOffline(true)
      await route.abort('internetdisconnected')
    }
    await page.route(ownFiles.entry, goes)
    await page.goto('/dashboard/home')
    const said = page.getByRole('alert').filter({ hasText: 'This page could not be loaded' })
    await expect(said).toBeVisible()
    await said.getByRole('button', { name: 'Try again' }).click()
    await expect(said).toBeVisible()
    expect(loads()).toBe(1)
    await page.unroute(ownFiles.entry, goes)
    await context.setOffline(false)
    await expect(figures(page)).toBeVisible()
    await expect(said).toHaveCount(0)
  },
)

test('without the texts of a language the screens speak English, and say so', anyWidth, async ({ page, signIn }) => {
  await signIn('kabir')
  await page.evaluate(() => localStorage.setItem('locale', 'hi'))
  const loads = countLoads(page)
  for (const path of ['/home', '/settings']) {
    const before = loads()
    const restore = await openWithout(page, '**/assets/words/hi-*', path)
    await expect(page.getByRole('log').getByText('Your language could not be loaded.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: /Active Items|Your addresses/ })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    expect(loads() - before, 'one reload').toBe(2)
    await restore()
  }
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
})

test('a page whose file is missing says so, and leads home (SESSION-05)', anyWidth, async ({ page, signIn }) => {
  await expectErrors(page)
  await signIn('esha')
  const loads = countLoads(page)
  const restore = await openWithout(page, '**/assets/_default.settings-*', '/settings')
  await expect(page.getByRole('link', { name: 'Go to home' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(loads(), 'one reload').toBe(2)
  await restore()
})

test('a dialog whose file is missing says so and closes (SESSION-05)', anyWidth, async ({ page, signIn }) => {
  await expectErrors(page)
  await signIn('esha')
  const loads = countLoads(page)
  const restore = await openWithout(page, '**/assets/RepairFlow-*', '/home?requestType=repair-request')
  await expect(page.getByRole('log').getByText(/\S/).first()).toBeVisible()
  await expect(page).toHaveURL((url) => url.search === '')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(
    figures(page)
      .or(page.getByRole('heading', { name: /^Active Items/ }))
      .first(),
  ).toBeVisible()
  expect(loads(), 'one reload').toBe(2)
  await restore()
})

test('a payment whose screens are missing says so, and home stays (SESSION-05)', anyWidth, async ({ page, signIn }) => {
  await expectErrors(page)
  await signIn('kabir')
  const loads = countLoads(page)
  const restore = await openWithout(page, '**/assets/PaymentHost-*', '/home')
  await expect(async () => {
    // A tap before the reload is lost with the page.
    await figures(page).click({ timeout: 2000 })
    await expect(page.getByRole('log').getByText(/\S/).first()).toBeVisible({ timeout: 1500 })
  }).toPass()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(figures(page)).toBeVisible()
  expect(loads(), 'one reload').toBe(2)
  await restore()
})

test.describe('a request', () => {
  test.use({ ownCity: true })
  test(
    'in the middle of which a part is missing says so, keeps what was chosen, and goes on',
    anyWidth,
    async ({ page, city, signIn }) => {
      await expectErrors(page)
      await signIn('jaya')
      await page.goto('/dashboard/icon.svg')
      const loads = countLoads(page)
      const restore = await openWithout(page, '**/assets/schematic-*', '/home?requestType=close-subscription')
      const flow = page.getByRole('dialog', { name: 'Close Subscription' })
      await flow.getByRole('checkbox').first().check()
      await flow.getByRole('button', { name: 'Continue' }).click()
      await flow.getByRole('button', { name: 'Add new' }).click()
      await expect(flow.getByText('The map could not be loaded. The search still works.')).toBeVisible()
      await expect(page).toHaveURL((url) => url.searchParams.get('requestStep') === 'add-new-location')
      await flow.getByRole('button', { name: 'Back', exact: true }).click()
      await restore()
      await expect(flow.getByRole('radio', { checked: true })).toBeVisible()
      await flow.getByRole('button', { name: 'Continue' }).click()
      await chooseDay(flow)
      await flow.getByRole('combobox', { name: 'Reason' }).selectOption({ index: 1 })
      await flow.getByRole('button', { name: 'Continue' }).click()
      await flow.getByText(/^Straight to Rentomoney/).click()
      const charge = Number((await sumIn(flow))?.replace(/[₹,]/g, ''))
      await flow.getByRole('button', { name: "I'd rather close anyway" }).click()
      await expect(flow.getByRole('heading', { name: 'Request Created Successfully' })).toBeVisible()
      expect(loads(), 'no reload').toBe(1)
      expect(await owed(city, 'jaya'), 'what was shown is owed, once').toBe(charge)
      await expectTold(city, '9000000010', /we received your request T/i)
    },
  )
})

test('what is only fetched ahead never reloads the page', anyWidth, async ({ page, signIn }) => {
  await signIn('kabir')
  await page.route('**/assets/PaymentHost-*', abort)
  const loads = countLoads(page)
  const idle = page.waitForRequest(/\/api\/events/)
  await page.goto('/dashboard/home')
  await idle // by then, the part that waits for a first sign of the customer is there
  const missed = page.waitForEvent('requestfailed', (request) => request.url().includes('PaymentHost'))
  await figures(page).hover()
  await missed
  await expect(figures(page)).toBeVisible()
  expect(loads()).toBe(1)
})

test(
  'without a network no page is loaded anew: what is missing is said, and comes when the network is back (SESSION-05)',
  anyWidth,
  async ({ page, context, signIn }) => {
    await expectErrors(page)
    await signIn('esha')
    await settled(page)
    const loads = countLoads(page)
    const sentence = page.getByText('You are offline. We will refresh when the connection is back.')
    const heading = (name: string) => page.getByRole('main').getByRole('heading', { level: 1, name })

    await context.setOffline(true)
    await page.getByRole('main').getByRole('link', { name: 'Invoices', exact: true }).click()
    await expect(sentence).toBeVisible()
    await expect(page).toHaveURL(/\/my-subscriptions\/invoices$/)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(sentence).toBeVisible()
    await context.setOffline(false)
    await expect(heading('Invoices')).toBeVisible()

    await page.goBack()
    const repair = page.getByRole('navigation', { name: 'Quick actions' }).getByRole('link', { name: /repair/i })
    await expect(repair).toBeVisible()
    await context.setOffline(true)
    await repair.click()
    await expect(sentence).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(sentence).toBeHidden()
    await repair.click()
    await expect(sentence).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('dialog', { name: 'Repair Request' })).toBeVisible()
    expect(loads()).toBe(0)
  },
)

test(
  'a payment whose screens are missing without a network waits for one, or is given up by its Close',
  anyWidth,
  async ({ page, context, city, signIn }) => {
    await expectErrors(page)
    await signIn('kabir')
    await settled(page)
    const before = await captures(city)
    const loads = countLoads(page)
    // Other parts of the page may also report that they are missing.
    const waits = page.getByRole('complementary', { name: 'This part could not be loaded' })
    const sentence = waits.getByText('You are offline. We will refresh when the connection is back.')
    const choice = page.getByRole('dialog', { name: 'Choose payment mode' })

    await context.setOffline(true)
    await figures(page).click()
    await expect(sentence).toBeVisible()
    await waits.getByRole('button', { name: 'Close' }).click()
    await expect(sentence).toBeHidden()
    await figures(page).click()
    await waits.getByRole('button', { name: 'Try again' }).click()
    await expect(sentence).toBeVisible()
    await context.setOffline(false)
    await expect(choice).toBeVisible()
    await expect(sentence).toHaveCount(0)
    await choice.getByRole('button', { name: 'Close' }).click()
    await expect(choice).toHaveCount(0)
    expect(loads()).toBe(0)
    expect(await captures(city)).toBe(before)
  },
)
