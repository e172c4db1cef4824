import type { Page } from '@playwright/test'
import { expectTold, invoicesOf, waysOf } from '../support/books'
import type { City } from '../support/city'
import { anyWidth, expect, quick, test } from '../support/fixtures'
import { revoke } from '../support/requests'

// Changes on the server appear without a reload. The page is marked, and a reload would lose the mark.
test.use({ ownCity: true })

/** Waits until the page receives changes. */
async function listening(page: Page): Promise<void> {
  await page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/events' && answer.ok())
  await page.evaluate(() => Object.assign(window, { mark: true }))
}

async function expectNoReload(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'mark' in window)).toBe(true)
}

test('a request that is revoked elsewhere leaves the list of live ones', { tag: [quick.tag, anyWidth.tag] }, async ({
  page,
  signIn,
  city,
}) => {
  const heard = listening(page)
  await signIn('indu', '/my-subscriptions/all-requests?activeStatus=true')
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards).toHaveCount(2)
  await heard
  await revoke(city, 'indu', 'Repair')
  await expect(cards).toHaveCount(1)
  await expect(cards.getByRole('heading', { name: 'Closure' })).toBeVisible()
  await expectNoReload(page)
})

/** What is due according to the server, formatted as on screen. */
async function due(city: City, persona: string): Promise<string> {
  const token = await city.token(persona)
  const data = await city.get<{ totalPayableAmount: number }>(token, '/api/Dashboards/dashboardData')
  return `₹${data.totalPayableAmount.toLocaleString('en-IN')}`
}

test(
  'rent that falls due appears at home, also after a time offline',
  anyWidth,
  async ({ page, signIn, city, context }) => {
    const heard = listening(page)
    await signIn('jaya')
    const main = page.getByRole('main')
    const pay = main.getByRole('button', { name: /Pay Now/ })
    await expect(main.getByRole('region', { name: 'Offers for you' })).toBeVisible()
    await expect(pay).toHaveCount(0)
    await heard
    await city.advance('P1M')
    await expect(pay).toBeVisible()
    const first = await due(city, 'jaya')
    await expect(main).toContainText(first)

    await context.setOffline(true)
    await city.advance('P1M')
    const second = await due(city, 'jaya')
    expect(second).not.toBe(first)
    await expect(main).toContainText(first)
    await context.setOffline(false)
    await expect(main).toContainText(second)
    await expectNoReload(page)

    // Each invoice was announced. The first one was late, which cost a fee, and the fee was announced too.
    const open = (await invoicesOf(city, 'jaya')).filter(({ outstanding }) => outstanding > 0)
    expect(open).toHaveLength(2)
    for (const { invoiceNumber } of open)
      await expectTold(city, '9000000010', new RegExp(`your rent invoice ${invoiceNumber} of ₹.* is here`))
    const late = Math.min(...open.map(({ invoiceId }) => invoiceId))
    const number = open.find(({ invoiceId }) => invoiceId === late)?.invoiceNumber
    const fee = new RegExp(`of your invoice ${number} were not paid by .*, so a late fee of ₹.* was charged`)
    expect(await waysOf(city, '9000000010', fee)).not.toEqual([])
  },
)
