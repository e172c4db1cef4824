import type { Page } from '@playwright/test'
import { settled } from '../support/accessible'
import { type Persona, test } from '../support/fixtures'

/** Each screen with a persona whose state fills it. */
const screens: Record<string, [Persona, string]> = {
  'home-rent-due': ['asha', '/home'],
  'home-deposit-due': ['bilal', '/home'],
  'home-settlement': ['chitra', '/home'],
  'home-kyc': ['dev', '/home'],
  'home-carousel': ['esha', '/home'],
  'home-auto-debit-active': ['gauri', '/home'],
  'home-closed-items': ['hari', '/home'],
  'home-new-customer': ['leela', '/home'],
  'b2b-notice': ['farid', '/home'],
  'auto-debit-dialog': ['asha', '/home?showAutoDebit=true'],
  'settlement-dialog': ['chitra', '/home?showSettlement=true'],
  invoices: ['asha', '/my-subscriptions/invoices'],
  transactions: ['kabir', '/my-subscriptions/transactions'],
  'active-items': ['esha', '/my-subscriptions/active-subscriptions'],
  'closed-items': ['hari', '/my-subscriptions/closed-subscriptions'],
  'all-requests': ['indu', '/my-subscriptions/all-requests'],
  'create-request': ['esha', '/create-new-request'],
  settings: ['asha', '/settings'],
  referral: ['asha', '/referral'],
  'not-found': ['asha', '/no-such-page'],
}

for (const [name, [persona, path]] of Object.entries(screens)) {
  test(name, async ({ page, signIn }, info) => {
    await signIn(persona, path)
    await settled(page)
    await picture(page, `${info.project.name}/${name}`)
  })
}

for (const path of ['/demo', '/dashboard/login', '/terms-and-conditions', '/docs']) {
  test(path, async ({ page }, info) => {
    await page.goto(path)
    await settled(page)
    await picture(page, `${info.project.name}/${path.slice(1).replaceAll('/', '-')}`)
  })
}

/** The whole page, however long: the window grows to it, so that what sticks to the window's edge sticks to the page's. */
async function picture(page: Page, name: string): Promise<void> {
  const width = page.viewportSize()?.width ?? 0
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height })
  await settled(page)
  await page.screenshot({ path: `../screens/${name}.png` })
}
