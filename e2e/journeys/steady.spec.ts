import type { Page } from '@playwright/test'
import { settled } from '../support/accessible'
import { anyWidth, expect, type Persona, test } from '../support/fixtures'
import { recordShifts, shiftOf } from '../support/shifts'

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node?: Node }[] }

/** What has moved by itself, and the share of the screen (https://web.dev/articles/cls). */
const movements = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ value: number; what: string[] }[]>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as Shift[]
          const own = shifts.filter(({ hadRecentInput }) => !hadRecentInput)
          resolve(
            own.map(({ value, sources }) => ({ value, what: sources.map(({ node }) => node?.textContent ?? '') })),
          )
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve([]), 500)
      }),
  )

const screens: [Persona, string][] = [
  ['gauri', '/home'],
  ['kabir', '/my-subscriptions/invoices'],
  ['indu', '/my-subscriptions/all-requests'],
  ['hari', '/referral'],
]

for (const [persona, path] of screens) {
  test(`${path} stays where it is while it loads piece by piece`, async ({ page, signIn }) => {
    await signIn(persona)
    // Simulates patchy 4G: each answer takes a different time, and the content at the top comes last.
    let answers = 0
    await page.route('**/api/Dashboards/**', async (route) => {
      answers += 1
      const last = route.request().url().includes('dashboardData')
      await new Promise((resolve) => setTimeout(resolve, last ? 900 : 150 * answers))
      await route.fallback()
    })
    await page.goto(`/dashboard${path}`)
    await settled(page)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    const moved = await movements(page)
    const sum = moved.reduce((sum, { value }) => sum + value, 0)
    expect(sum, `good is at most 0.1: ${JSON.stringify(moved)}`).toBeLessThan(0.1)
  })
}

const quickActions = (page: Page) => page.getByRole('heading', { name: 'Quick actions' })

for (const persona of ['asha', 'esha', 'indu'] satisfies Persona[]) {
  test(`home of ${persona}: nothing moves when the rest of it comes`, async ({ page, signIn }) => {
    await signIn(persona)
    await recordShifts(page)
    await page.goto('/dashboard/home')
    await quickActions(page).waitFor()
    await settled(page)
    expect(await shiftOf(page)).toBeLessThan(0.01)
  })
}

test('figures that stand are never taken away again', anyWidth, async ({ page, signIn }) => {
  await signIn('asha')
  // The server is asked again whether the customer is a business.
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
  await quickActions(page).waitFor()
  expect(await page.evaluate(() => (window as unknown as { seen: boolean[] }).seen)).toEqual([false, true])
})
