import type { Page } from '@playwright/test'
import { chooseOption } from '../support/choosing'
import { expect, ownSizes, test } from '../support/fixtures'

// A tablet's two widths are on both sides of the boundary at which the page reloads. What was typed stays.

test.use({ ownCity: true })

const landscape = { width: 1180, height: 820 }
const portrait = { width: 820, height: 1180 }

/** Turns the tablet, which reloads the page. */
async function turn(page: Page, size: typeof landscape): Promise<void> {
  const loaded = page.waitForEvent('load')
  await page.setViewportSize(size)
  await loaded
}

/** Everything that the browser stores. */
const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))

test('a bank account, both ways', ownSizes, async ({ page, city, signIn }) => {
  await page.setViewportSize(landscape)
  await signIn('chitra')
  await page.getByRole('main').getByRole('link', { name: 'Review' }).click()
  const dialog = page.getByRole('dialog', { name: 'Final Settlement' })
  await dialog.getByRole('button', { name: 'Straight to Bank Account' }).click()
  await dialog.getByLabel('Name as per the bank').fill('Chitra Iyer')
  await dialog.getByLabel('Account number').fill('50100012345678')
  await turn(page, portrait)
  await expect(dialog.getByLabel('Name as per the bank')).toHaveValue('Chitra Iyer')
  await expect(dialog.getByLabel('Account number')).toHaveValue('50100012345678')
  await dialog.getByLabel('IFSC code').fill('HDFC0000001')
  await turn(page, landscape)
  await expect(dialog.getByLabel('Account number')).toHaveValue('50100012345678')
  await expect(dialog.getByLabel('IFSC code')).toHaveValue('HDFC0000001')
  await expect(dialog.getByLabel('Bank name')).toHaveValue('HDFC Bank')
  expect(await stored(page)).not.toContain('50100012345678')
  await dialog.getByRole('button', { name: 'Save and continue' }).click()
  await expect(dialog.getByText('XXXX5678')).toBeVisible()
  const token = await city.token('chitra')
  const { readyRefund } = await city.get<{ readyRefund: object }>(token, '/api/Dashboards/dashboardData')
  expect(readyRefund).toMatchObject({ refundPreference: 20 })
})

test('an address, both ways', ownSizes, async ({ page, signIn }) => {
  await page.setViewportSize(landscape)
  await signIn('esha', '/settings')
  await page.getByRole('main').getByRole('button', { name: 'Add New Address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Address' })
  const place = 'Powai, Mumbai, Maharashtra 400076, India'
  const street = dialog.getByRole('combobox', { name: 'Street' })
  await expect(dialog.getByRole('application')).toBeVisible()
  await chooseOption(page, street, 'powai', place)
  await dialog.getByLabel('House No./Flat No.').fill('4B')
  await turn(page, portrait)
  await expect(street).toHaveValue(place)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByLabel('House No./Flat No.')).toHaveValue('4B')
  await dialog.getByLabel('Building Name').fill('Palm Court')
  await turn(page, landscape)
  await expect(dialog.getByLabel('Building Name')).toHaveValue('Palm Court')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('4B, Palm Court, Powai, Mumbai, 400076')).toBeVisible()
})

test('a request, both ways', ownSizes, async ({ page, signIn }) => {
  await page.setViewportSize(landscape)
  await signIn('esha', '/home?requestType=repair-request')
  const item = page.getByRole('dialog', { name: 'Repair Request' }).getByRole('checkbox').first()
  await item.check()
  await turn(page, portrait)
  await expect(item).toBeChecked()
  await turn(page, landscape)
  await expect(item).toBeChecked()
})
