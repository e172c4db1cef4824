import type { Page, Route } from '@playwright/test'
import { settled } from '../support/accessible'
import { anyWidth, expect, type Persona, test } from '../support/fixtures'
import { recordShifts, shiftOf } from '../support/shifts'

// The first view: home with its figures, drawn by a small file before the app's own files are there. It must be what the
// app then draws, answer taps, and belong to nobody but the person who is signed in.

const figures = (page: Page) => page.getByRole('main').getByRole('button', { name: /Pay Now/ })

/** Keeps the app's files back until they are let go. */
async function holdApp(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = []
  let free = false
  await page.route(/\/assets\/(?:index|core)-.*\.js/, (route) => (free ? route.continue() : void held.push(route)))
  return async () => {
    free = true
    await Promise.all(held.map((route) => route.continue()))
  }
}

/** The app's entry is asked for once the first view has drawn what it may, or nothing. */
const firstViewIsOver = (page: Page) => page.waitForRequest(/\/assets\/index-.*\.js/)

/** Waits for what only the app draws. */
const appStands = (page: Page) => page.getByRole('heading', { name: 'Quick actions' }).waitFor()

const drawnParts = (page: Page) => page.evaluate(() => document.querySelectorAll('main').length)

interface Part {
  what: string
  at: string
}

/** What is seen of each part that says or shows something, where it is and where it leads. */
function parts(page: Page): Promise<Part[]> {
  return page.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLElement>('body :is(a, button, h1, h2, p, b, img, svg)')]
    const rounded = (n: number) => Math.round(n * 10) / 10
    return shown.map((part) => {
      const { left, top, width, height } = part.getBoundingClientRect()
      const leads = part.getAttribute('href') ?? ''
      const what = `${part.tagName} ${part.getAttribute('aria-label') ?? part.textContent} ${leads}`
      return { what, at: [left, top, width, height].map(rounded).join(' ') }
    })
  })
}

for (const persona of ['asha', 'bilal', 'esha', 'indu', 'jaya', 'kabir', 'agent'] satisfies (Persona | 'agent')[]) {
  test(`of ${persona} is what the app draws, and nothing moves`, async ({ page, signIn }) => {
    if (persona === 'agent') await page.goto('/demo/as/agent?customer=esha&redirectUrl=%2Fhome')
    else await signIn(persona)
    await appStands(page)
    await recordShifts(page)
    const letGo = await holdApp(page)
    // What comes later still is not compared.
    await page.route(/\/assets\/later-/, () => {})
    await page.goto('/dashboard/home', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    const before = await parts(page)
    expect(before.length).toBeGreaterThan(10)
    // The font has taken its place once a frame was drawn with it; what it moved does not count.
    const since = await page.evaluate(async () => {
      Object.assign(document.querySelector('h1') as object, { first: true })
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
      return performance.now()
    })
    await letGo()
    const replaced = () => !('first' in (document.querySelector('h1') ?? { first: true }))
    await page.waitForFunction(replaced)
    const after = await parts(page)
    for (const part of before) expect(after).toContainEqual(part)
    expect(await shiftOf(page, since)).toBeLessThan(0.01)
  })
}

for (const persona of ['asha', 'esha', 'indu'] satisfies Persona[]) {
  test(`home of ${persona}: nothing moves when the rest of it comes, on the first visit and on the second`, async ({
    page,
    signIn,
  }) => {
    await recordShifts(page)
    for (const visit of ['first', 'second']) {
      if (visit === 'first') await signIn(persona)
      else await page.goto('/dashboard/home')
      await appStands(page)
      await settled(page)
      expect(await shiftOf(page), `the ${visit} visit`).toBeLessThan(0.01)
      // Where the room of what comes next is known from the visit before, it stands where people look for it.
      if (persona === 'indu') expect(await isAboveItems(page), `the ${visit} visit`).toBe(visit === 'second')
    }
  })
}

async function isAboveItems(page: Page): Promise<boolean> {
  const [upcoming, items] = await Promise.all(
    ['What comes next', 'Active Items'].map((name) => page.getByRole('heading', { name }).boundingBox()),
  )
  return (upcoming?.y ?? 0) < (items?.y ?? 0)
}

test('speaks the language of the screen', anyWidth, async ({ page, signIn }) => {
  await signIn('asha')
  await page.evaluate(() => localStorage.setItem('locale', 'hi'))
  await holdApp(page)
  await page.goto('/dashboard/home', { waitUntil: 'commit' })
  await expect(page.getByRole('main').getByRole('button', { name: 'अभी भरें' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
})

test('figures that stand are never taken away again', anyWidth, async ({ page, signIn }) => {
  await signIn('asha')
  // Whether it is a business is asked once more, too.
  await page.evaluate(() => localStorage.removeItem('isB2Buser'))
  await page.addInitScript(() => {
    const seen: boolean[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => {
      const there = document.querySelector('section[aria-labelledby=home-items]') !== null
      if (there !== seen.at(-1)) seen.push(there)
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/dashboard/home')
  await appStands(page)
  expect(await page.evaluate(() => (window as unknown as { seen: boolean[] }).seen)).toEqual([false, true])
})

test('carries out what was tapped before the app has come, once', anyWidth, async ({ page, signIn }) => {
  await signIn('kabir')
  const letGo = await holdApp(page)
  await page.goto('/dashboard/home', { waitUntil: 'commit' })
  await figures(page).click()
  await page.waitForFunction(() => 'firstViewHeld' in window)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await letGo()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a link that is tapped early opens inside the app', anyWidth, async ({ page, signIn }) => {
  await signIn('asha')
  const letGo = await holdApp(page)
  await page.goto('/dashboard/home', { waitUntil: 'commit' })
  let loads = 0
  page.on('load', () => loads++)
  await page.getByRole('link', { name: 'See statement, Deposit held for you' }).click()
  await letGo()
  await expect(page).toHaveURL(/\/my-subscriptions\/transactions\?tab=deposit/)
  expect(loads).toBeLessThanOrEqual(1)
})

test('goes when somebody signs out in another tab', anyWidth, async ({ page, context, signIn }) => {
  await signIn('asha')
  const other = await context.newPage()
  await other.goto('/dashboard/icon.svg')
  await holdApp(page)
  await page.goto('/dashboard/home', { waitUntil: 'commit' })
  await expect(figures(page)).toBeVisible()
  await other.evaluate(() => localStorage.removeItem('accessTokenId'))
  await expect(figures(page)).toBeHidden()
  expect(await drawnParts(page)).toBe(0)
})

test('never shows the figures of a person who is signed in no more', anyWidth, async ({ page, signIn }) => {
  await signIn('asha')
  await appStands(page)
  const letGo = await holdApp(page)
  await page.route('**/dashboardData', async (route) => {
    const answer = await route.fetch()
    await page.evaluate(() => localStorage.setItem('accessTokenId', 'of-somebody-else'))
    await route.fulfill({ response: answer })
  })
  const drawn = firstViewIsOver(page)
  await page.goto('/dashboard/home', { waitUntil: 'commit' })
  await drawn
  expect(await drawnParts(page)).toBe(0)
  await page.unroute('**/dashboardData')
  await letGo()
})

test('is not drawn for businesses', anyWidth, async ({ page, signIn }) => {
  await signIn('farid')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/dashboard/home')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(asked.filter((path) => path.includes('/first-en-'))).toEqual([])
})

test('is not drawn where the session has ended', anyWidth, async ({ page, signIn }) => {
  await signIn('asha')
  await appStands(page)
  await page.route('**/dashboardData', (route) => route.fulfill({ status: 401, json: { error: { statusCode: 401 } } }))
  await holdApp(page)
  const drawn = firstViewIsOver(page)
  await page.goto('/dashboard/home', { waitUntil: 'commit' })
  await drawn
  expect(await drawnParts(page)).toBe(0)
})
