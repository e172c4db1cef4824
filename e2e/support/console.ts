import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import type { City } from './city'
import { expect } from './fixtures'
import { follow } from './network'

interface Codes {
  email: string[]
  code: string
  app: string
}

/** Opens a browser of the company in which one of its staff has signed in to the support console. */
export async function openStaffConsole(
  browser: Browser,
  city: City,
  who = 0,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: city.url, ...options })
  context.on('page', follow)
  const page = await context.newPage()
  await signInAtConsole(page, city, who)
  return page
}

/** Signs a member of staff in, in the browser of the page. */
export async function signInAtConsole(page: Page, city: City, who = 0): Promise<void> {
  const answer = await fetch(`${city.url}/demo/staff`)
  const codes = (await answer.json()) as Codes
  await page.goto('/support')
  await page.getByLabel('E-mail address').fill(codes.email[who] ?? '')
  await page.getByRole('button', { name: 'Mail me a code' }).click()
  await page.getByLabel('Code of the mail').fill(codes.code)
  await page.getByLabel('Code of your authenticator app').fill(codes.app)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Chats' })).toBeVisible()
}
