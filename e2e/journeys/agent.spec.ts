import type { Locator, Page } from '@playwright/test'
import { expectAccessible, settled } from '../support/accessible'
import { expect, test } from '../support/fixtures'
import { expectFitsEverywhere } from '../support/reflow'

const mark = (page: Page) => page.getByText(/^Agent's screen · customer: (?:Asha Nair|Esha Kapoor|Kabir Bhatt)$/)

async function signInAsAgent(page: Page, path: string, customer = 'esha'): Promise<void> {
  await page.goto(`/demo/as/agent?customer=${customer}&redirectUrl=${encodeURIComponent(path)}`)
  await page.getByRole('button', { name: 'Yes, it is me' }).click()
}

test("every screen of an agent's session says so, after its notice was closed and a reload", async ({ page }) => {
  await signInAsAgent(page, '/home')
  await expect(mark(page)).toBeVisible()
  await page.reload()
  await settled(page)
  await expectInSight(page)
  await expectAccessible(page)
  for (const path of ['/my-subscriptions/all-requests', '/settings', '/referral/terms', '/wa/cancellation']) {
    await page.goto(`/dashboard${path}`)
    await settled(page)
    await expectInSight(page)
    await page.mouse.wheel(0, 400)
    await settled(page)
    await expectInSight(page)
  }
})

test('it is in sight above every dialog, also over a page that is scrolled', async ({ page }) => {
  await signInAsAgent(page, '/home', 'asha')
  for (const [search, name] of [
    ['requestType=repair-request', 'Repair Request'],
    ['requestType=create-new-request', 'Create a new request'],
    ['paymentMode=easy-payment', 'Easy Payment'],
    ['showAutoDebit=true', 'Auto Debit'],
    ['showAutoDebit=true&notInterested=true', 'You will be missing out!'],
  ] as const) {
    await page.goto(`/dashboard/home?${search}`)
    await expectAboveDialogs(page, page.getByRole('dialog', { name }))
  }
  await page.goto('/dashboard/home')
  await settled(page)
  await page.mouse.wheel(0, 400)
  await page
    .getByRole('navigation', { name: 'Quick actions' })
    .getByRole('link', { name: /repair/i })
    .click()
  await expectAboveDialogs(page, page.getByRole('dialog', { name: 'Repair Request' }))
  await page.getByRole('dialog').getByRole('checkbox').first().check()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expectAboveDialogs(page, page.getByRole('dialog', { name: 'Leave this request?' }))
  await expectAccessible(page)
})

test.describe('of what an agent asks for', () => {
  test.use({ ownCity: true })

  test('the question, the success and a refused payment leave the mark in sight', async ({ page }) => {
    await signInAsAgent(page, '/home?requestType=extend-subscription')
    const flow = page.getByRole('dialog', { name: 'Extend Subscription' })
    await flow.getByRole('checkbox').first().check()
    await flow.getByRole('button', { name: 'Continue' }).click()
    await flow.getByRole('button', { name: 'Continue' }).click()
    await expectAboveDialogs(page, page.getByRole('region', { name: 'What you agree to' }))
    await page.getByRole('button', { name: 'Extend', exact: true }).click()
    await expectAboveDialogs(page, page.getByRole('link', { name: 'Go Back' }))

    await page.evaluate(() => localStorage.clear())
    await signInAsAgent(page, '/home', 'kabir')
    await page
      .getByRole('main')
      .getByRole('button', { name: /Pay Now/ })
      .click()
    await expectAboveDialogs(page, page.getByRole('dialog', { name: 'Payment failed' }))
  })
})

test('who has not said yet whether the link was meant for them has it below the mark', async ({ page }) => {
  await page.goto('/demo/as/agent?customer=esha&redirectUrl=%2Fhome%3FrequestType%3Drepair-request')
  await expectAboveDialogs(page, page.getByRole('dialog', { name: 'Repair Request' }))
})

test('the mark fits, and goes with the session', async ({ page, signIn }) => {
  await signInAsAgent(page, '/home')
  await expect(mark(page)).toBeVisible()
  await expectFitsEverywhere(page)
  await page.evaluate(() => localStorage.clear())
  await signIn('esha')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(mark(page)).toHaveCount(0)
})

/** What lies over the page begins below the mark, and ends on the screen. */
async function expectAboveDialogs(page: Page, shown: Locator): Promise<void> {
  await expect(shown).toBeVisible()
  await settled(page)
  await expectInSight(page)
  const lower = await mark(page).evaluate((e) => e.getBoundingClientRect().bottom)
  const { height } = page.viewportSize() ?? { height: 0 }
  for (const dialog of await page.getByRole('dialog').all()) {
    const box = (await dialog.boundingBox()) ?? { y: 0, height: 0 }
    expect(box.y, 'the dialog begins below the mark').toBeGreaterThanOrEqual(lower)
    expect(box.y + box.height, 'the dialog ends on the screen').toBeLessThanOrEqual(height)
  }
}

/** It is the uppermost where it stands, and what the page begins with is below it. */
async function expectInSight(page: Page): Promise<void> {
  await expect(mark(page)).toHaveCount(1)
  const { top, isOn, title } = await mark(page).evaluate((e) => {
    const { left, top, width, height, bottom } = e.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    const heading = document.querySelector('h1')?.getBoundingClientRect()
    return {
      top,
      isOn: hit !== null && e.contains(hit),
      title: scrollY > 0 || heading === undefined || heading.top >= bottom,
    }
  })
  expect(isOn, 'nothing lies over the mark').toBe(true)
  expect(top, 'at the top').toBeLessThan(120)
  expect(title, 'the heading is below the mark').toBe(true)
}
