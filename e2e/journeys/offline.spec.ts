import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { comeBack, stayOffline } from '../support/connection'
import { anyWidth, expect, quick, test } from '../support/fixtures'
import { captures, owed, rupees, sumIn } from '../support/paying'

test.use({ serviceWorkers: 'allow' })

const ofWhen = /^You are offline\. These figures are of /

interface Seen {
  path: string
  /** A part of the query key under which the answer is stored. */
  key: string
  shows(page: Page): Locator
}

const main = (page: Page) => page.getByRole('main')
const tab = (page: Page) => main(page).getByRole('tabpanel')

const seenPages: Seen[] = [
  { path: '/my-subscriptions/invoices', key: '"ledgers"', shows: (page) => main(page).getByRole('list').last() },
  {
    path: '/my-subscriptions/rental-invoice',
    key: '"latest"',
    shows: (page) => main(page).getByRole('article').first(),
  },
  { path: '/my-subscriptions/transactions', key: '"ledgers"', shows: tab },
  { path: '/my-subscriptions/transactions?tab=wallet', key: '"wallet"', shows: tab },
  { path: '/my-subscriptions/transactions?tab=deposit', key: '"deposit"', shows: tab },
  {
    path: '/my-subscriptions/all-requests',
    key: '"requests","all"',
    shows: (page) => main(page).getByRole('article').first(),
  },
]

/** Waits until the data of a page is stored. */
const whenKept = (page: Page, key: string) =>
  expect
    .poll(() => page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem('offlineData') ?? '{}').answers ?? {})))
    .toContainEqual(expect.stringContaining(key))

/** The numbers in the shown text. Without numbers, there would be no figures. */
const figuresOf = async (shown: Locator) => (await shown.textContent())?.match(/\d[\d,.]*/g) ?? []

test(
  'without a network home opens with the figures of the last visit, and pays nothing',
  anyWidth,
  async ({ page, city, signIn }) => {
    const [before, due] = [await captures(city), rupees(await owed(city, 'asha'))]
    await signIn('asha')
    const pay = page.getByRole('main').getByRole('button', { name: /Pay Now/ })
    await expect(pay).toBeVisible()
    expect(await sumIn(page.getByRole('main')), 'as the server has it').toBe(due)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await whenKept(page, '"dashboard"')
    await stayOffline(page)
    await page.reload()
    await expect(page.getByText(ofWhen)).toBeVisible()
    expect(await sumIn(page.getByRole('main')), 'as it was').toBe(due)
    await expect(pay).toBeDisabled()
    expect(await captures(city)).toBe(before)
    expect(rupees(await owed(city, 'asha'))).toBe(due)
  },
)

test(
  'what was seen is shown without a network, with its age, until the network is back',
  quick,
  async ({ page, signIn }) => {
    test.slow()
    await signIn('indu')
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    const seen = new Map<string, string[]>()
    for (const { path, key, shows } of seenPages) {
      await page.goto(`/dashboard${path}`)
      await expect(shows(page), path).toContainText(/\d/)
      await whenKept(page, key)
      seen.set(path, await figuresOf(shows(page)))
    }
    await stayOffline(page)
    for (const { path, shows } of seenPages) {
      await page.goto(`/dashboard${path}`)
      await expect(page.getByText(ofWhen), path).toBeVisible()
      await expect(
        main(page)
          .getByText(/^The figures below are of /)
          .first(),
        path,
      ).toBeVisible()
      expect(await figuresOf(shows(page)), path).toEqual(expect.arrayContaining(seen.get(path) ?? []))
      for (const pay of await main(page).getByRole('button', { name: /^Pay/ }).all()) await expect(pay).toBeDisabled()
    }
    await comeBack(page)
    await expect(page.getByText(/figures (below )?are of /)).toHaveCount(0)
    await expect(main(page).getByRole('article').first()).toBeVisible()
  },
)

test('a request that was seen is shown without a network, and nothing of it is changed', async ({ page, signIn }) => {
  await signIn('indu')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.goto('/dashboard/my-subscriptions/all-requests')
  const repair = main(page)
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: 'Repair' }) })
  await repair.getByRole('link', { name: /^View details/ }).click()
  const request = page.getByRole('dialog')
  const change = request.getByRole('listitem').getByRole('button')
  await expect(change.first()).toBeEnabled()
  await whenKept(page, '"ticket"')
  const count = await change.count()
  await stayOffline(page)
  await page.reload()
  await expect(request.getByText(/^The figures below are of /)).toBeVisible()
  await expect(change).toHaveCount(count)
  for (const button of await change.all()) {
    await expect(button).toBeDisabled()
    await expect(button).toHaveAccessibleDescription('You are offline. Changes need a connection.')
  }
  await expectAccessible(page)
  await comeBack(page)
  await expect(change.first()).toBeEnabled()
})

test('what was not seen says that it needs a network, and comes with it', async ({ page, signIn }) => {
  await signIn('indu')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await whenKept(page, '"dashboard"')
  await stayOffline(page)
  await page.goto('/dashboard/my-subscriptions/transactions?tab=wallet')
  const missing = main(page).getByRole('alert')
  await expect(missing).toHaveText(/You are offline\. This needs a connection; we will load it when/)
  await expectAccessible(page)
  await comeBack(page)
  await expect(missing).toHaveCount(0)
  await expect(tab(page)).toContainText(/\d/)
})

test(
  'signed out nothing of a customer is kept, and the next one has only their own',
  anyWidth,
  async ({ page, signIn }) => {
    const kept = () => page.evaluate(() => localStorage.getItem('offlineData'))
    const customers = async () => [...new Set((await kept())?.match(/customer\\",\d+/g))]
    await signIn('indu')
    await whenKept(page, '"dashboard"')
    const [indu] = await customers()
    await main(page).getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL((url) => url.searchParams.get('isUserLoggedOut') === 'true')
    expect(await kept()).toBeNull()
    await signIn('esha')
    await whenKept(page, '"dashboard"')
    expect(await customers()).toHaveLength(1)
    expect(await customers()).not.toContain(indu)
  },
)

test(
  'the words of the language in use are kept, and no other language',
  anyWidth,
  async ({ page, context, signIn }) => {
    await signIn('asha')
    const kept = () =>
      page.evaluate(async () => {
        const urls = async (name: string) => (await (await caches.open(name)).keys()).map(({ url }) => url)
        const all = await Promise.all((await caches.keys()).map(urls))
        return [...new Set(all.flat().flatMap((url) => url.match(/\/words\/(?:first-)?(\w+)-/)?.[1] ?? []))]
      })
    const speak = async (language: string) => {
      await page.evaluate((code) => localStorage.setItem('locale', code), language)
      await page.reload()
      await expect(page.locator('html')).toHaveAttribute('lang', language)
    }
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    expect(await kept()).toEqual([])
    await speak('mr')
    await expect.poll(kept).toEqual(['mr'])
    await speak('hi')
    await expect.poll(kept, { timeout: 15_000 }).toEqual(['hi'])
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('नमस्ते, Asha')
  },
)

/**
 * Simulates what the service worker of a newer version does: the files of this
 * version are gone from the cache.
 */
async function replaceWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      const old = (await cache.keys()).filter(({ url }) => /\/assets\/(?!words)/.test(url))
      await Promise.all(old.map((request) => cache.delete(request)))
    }
  })
}

test('a newer version is offered to a page that is open', anyWidth, async ({ page, signIn }) => {
  const offered = page.getByRole('complementary', { name: 'New version' })
  await signIn('asha')
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await expect(offered, 'the worker is of the version of the page').toHaveCount(0)

  await replaceWorker(page)
  await page.reload()
  await expect(offered).toHaveText(/There is a new version of the app/, { timeout: 15_000 })
  await offered.getByRole('button', { name: 'Close' }).click()
  await expect(offered).toHaveCount(0)

  await page.reload()
  await expect(offered).toBeVisible({ timeout: 15_000 })
  const loaded = page.waitForEvent('load')
  await offered.getByRole('button', { name: 'Update now' }).click()
  await loaded
  await expect(page.getByRole('main').getByRole('button', { name: /Pay Now/ })).toBeVisible()
})

test('the offer of a newer version lies over nothing that cannot be pressed', async ({ page, signIn }) => {
  test.slow()
  await signIn('asha')
  await replaceWorker(page)
  await signIn('asha') // a page opened by a link says whose account it is
  const offered = page.getByRole('complementary', { name: 'New version' })
  await expect(offered).toBeVisible({ timeout: 15_000 })
  await expectAccessible(page)
  const opened = page.getByRole('complementary', { name: 'Account opened by a link' }).getByRole('button')
  const others = page.getByRole('banner').or(main(page)).getByRole('button').or(main(page).getByRole('link'))
  const pressed = [...(await opened.all()), ...(await others.all()), page.getByRole('button', { name: 'Need help?' })]
  expect(pressed.length).toBeGreaterThan(5)
  for (const button of pressed) if (await button.isEnabled()) await button.click({ trial: true, timeout: 5000 })
  // The same at the end of the page.
  await page.keyboard.press('End')
  for (const button of pressed.slice(-3)) await button.click({ trial: true, timeout: 5000 })
})
