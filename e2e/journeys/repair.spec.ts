import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { expectUnbroken, invoicesOf, rentLines } from '../support/books'
import { onDesktop } from '../support/browser'
import { anyWidth, expect, quick, test } from '../support/fixtures'
import { photo } from '../support/photo'

test.use({ ownCity: true })

const flow = (page: Page) => page.getByRole('dialog', { name: 'Repair Request' })
const press = (page: Page, name: string) => flow(page).getByRole('button', { name, exact: true }).click()
const section = (page: Page, index: number) => flow(page).getByRole('region').nth(index)

async function toProblems(page: Page, products: number): Promise<void> {
  for (let i = 0; i < products; i++) await flow(page).getByRole('checkbox').nth(i).check()
  await press(page, 'Continue')
  await flow(page).getByRole('radio').first().check()
  await press(page, 'Continue')
  await expect(flow(page).getByText('Step 2 of 2')).toBeVisible()
}

const pick = async (page: Page, index: number, label: string, file: Awaited<ReturnType<typeof photo>>) =>
  section(page, index).getByLabel(`${label}: choose a photo`).setInputFiles(file)

test(
  'two products are repaired, with photos (REPAIR-01 to REPAIR-09, VALID-38, VALID-39, CALL-28, CALL-29, FLOW-07)',
  quick,
  async ({ page, city, signIn }) => {
    const before = await invoicesOf(city, 'esha')
    await signIn('esha', '/home?requestType=repair-request')
    await toProblems(page, 2)
    const file = await photo(page)
    await press(page, 'Next Product')
    await expect(flow(page).getByText('Please describe your problem')).toBeVisible()
    await expect(flow(page).getByText('Please select at least one image')).toBeVisible()
    await expectAccessible(page)

    await page.route('**/ServiceRequestImages/upload', (route) => route.abort(), { times: 1 })
    await section(page, 0).getByLabel('Describe the problem').fill('One leg is loose.')
    await pick(page, 0, 'Front', file)
    await section(page, 0).getByRole('button', { name: 'Front: try again' }).click()
    const front = section(page, 0).getByRole('img', { name: /: Front$/ })
    await expect(front).toBeVisible()
    expect(await front.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(2048)
    // A file that is not a picture is rejected, and the screen asks for another file instead of a retry.
    await pick(page, 0, 'Side', { name: 'IMG_0002.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await section(page, 0).getByLabel('Side: choose another file').setInputFiles(file)
    await expect(section(page, 0).getByRole('img', { name: /: Side$/ })).toBeVisible()
    await section(page, 0).getByRole('button', { name: 'Side: remove the photo' }).click()
    await expect(section(page, 0).getByRole('img')).toHaveCount(1)

    await press(page, 'Next Product')
    await section(page, 1).getByLabel('Describe the problem').fill('It is not cold.')
    await pick(page, 1, 'Close-up', file)
    await expect(section(page, 1).getByRole('img', { name: /: Close-up$/ })).toBeVisible()
    await expectAccessible(page)
    await press(page, 'Submit request')
    await expect(flow(page).getByRole('heading', { name: 'Request Created Successfully' })).toBeVisible()
    await expectAccessible(page)

    await flow(page).getByRole('link', { name: 'See Request Status' }).click()
    const cards = page.getByRole('main').getByRole('article')
    await expect(cards).toHaveCount(2)
    await expect(cards.filter({ hasText: 'One leg is loose.' })).toHaveCount(1)
    const words = await cards
      .filter({ hasText: 'It is not cold.' })
      .getByText(/^Ticket T/)
      .textContent()
    const name = words?.replace('Ticket ', '')
    const images = await page.evaluate(async (ticketId) => {
      const headers = { Authorization: localStorage.getItem('accessTokenId') ?? '' }
      const ticket = await fetch(`/api/ServiceRequests/getCssTicketMetadata?ticketId=${ticketId}`, { headers })
      const { images: kept } = (await ticket.json()) as { images: { url: string }[] }
      return Promise.all(kept.map(async ({ url }) => (await fetch(url)).headers.get('Content-Type')))
    }, name)
    expect(images).toEqual(['image/jpeg'])

    // The technician has come. It cost nothing, and the rent went on. The bills do not depend on the width.
    await city.advance('P8D')
    await page.reload()
    await expect(cards.getByText('Done', { exact: true })).toHaveCount(2)
    if (onDesktop(page)) return
    await city.advance('P1M')
    const since = (await invoicesOf(city, 'esha')).filter(({ invoiceId }) =>
      before.every((b) => b.invoiceId !== invoiceId),
    )
    expect(since.length).toBeGreaterThan(0)
    for (const { type } of since) expect(type).toBe('rental')
    for (const item of ['Fabric sofa, 2 seater', 'Coffee table']) {
      const lines = await rentLines(city, 'esha', item)
      expectUnbroken(lines)
      expect(new Set(lines.map(({ rate }) => rate)).size).toBe(1)
    }
  },
)

test(
  'a repair that is done and not right is asked for again from its request',
  anyWidth,
  async ({ page, city, signIn }) => {
    await signIn('esha', '/home?requestType=repair-request')
    await toProblems(page, 1)
    const file = await photo(page)
    await section(page, 0).getByLabel('Describe the problem').fill('One leg is loose.')
    await pick(page, 0, 'Front', file)
    await expect(section(page, 0).getByRole('img')).toHaveCount(1)
    await press(page, 'Submit request')
    await expect(flow(page).getByRole('heading', { name: 'Request Created Successfully' })).toBeVisible()
    await city.advance('P8D')

    await page.goto('/dashboard/my-subscriptions/all-requests')
    const cards = page.getByRole('main').getByRole('article')
    const first = cards.filter({ hasText: 'One leg is loose.' })
    await expect(first.getByText('Done', { exact: true })).toBeVisible()
    const id = (await first.getByText(/^Ticket T/).textContent())?.replace('Ticket ', '')
    const view = first.getByRole('link', { name: `View details of ticket ${id}` })
    await view.click()
    await expect(page.getByRole('button', { name: 'Ask for it again' })).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    const popup = page.getByRole('dialog', { name: 'Rate your experience' })
    await expect(popup).toContainText('How did we handle your request?')
    await popup.getByText('9', { exact: true }).click()
    await popup.getByRole('button', { name: 'Submit' }).click()
    await expect(popup).toBeHidden()
    await view.click()
    await page.getByRole('button', { name: 'Ask for it again' }).click()
    await expect(flow(page).getByRole('checkbox', { checked: true })).toHaveCount(1)
    await press(page, 'Continue')
    await expect(flow(page).getByRole('radio').first()).toBeChecked()
    await press(page, 'Continue')
    const again = `Request ${id} is done, but the problem is still there: One leg is loose.`
    await expect(section(page, 0).getByLabel('Describe the problem')).toHaveValue(again)
    await expectAccessible(page)
    await press(page, 'Submit request')
    await expect(flow(page).getByText('Please select at least one image')).toBeVisible()
    await pick(page, 0, 'Front', file)
    await expect(section(page, 0).getByRole('img')).toHaveCount(1)
    await press(page, 'Submit request')
    await flow(page).getByRole('link', { name: 'See Request Status' }).click()
    await expect(cards.filter({ hasText: again })).toHaveCount(1)
    await expect(cards).toHaveCount(2)

    await page.goto('/demo/inbox?to=9000000005')
    // Both requests were announced by mail, and so was the end of the first one.
    await expect(page.getByText(/we received your request T\S+ \(repair\)/i)).toHaveCount(2)
  },
)

test('a product that has a live request meanwhile stops all (CALL-29)', anyWidth, async ({ page, signIn }) => {
  await signIn('esha', '/home?requestType=repair-request')
  await toProblems(page, 2)
  const file = await photo(page)
  for (const index of [0, 1]) {
    await section(page, index).getByLabel('Describe the problem').fill('Broken.')
    await pick(page, index, 'Front', file)
    await expect(section(page, index).getByRole('img')).toHaveCount(1)
    if (index === 0) await press(page, 'Next Product')
  }
  const elsewhere = await page.evaluate(async () => {
    const authorization = { Authorization: localStorage.getItem('accessTokenId') ?? '' }
    const items = await fetch('/api/Dashboards/getSubscriptions?status=active', { headers: authorization })
    const { subscriptions } = (await items.json()) as { subscriptions: { id: number }[] }
    const orderItemIds = subscriptions.map(({ id }) => id)
    const body = JSON.stringify({ orderItemIds, preferredPickupDate: '2999-01-01', message: 'Other' })
    const headers = { ...authorization, 'Content-Type': 'application/json' }
    const amounts = await fetch('/api/Dashboards/getClosureAmounts', {
      method: 'POST',
      headers,
      body: JSON.stringify({ orderItemIds }),
    })
    const [{ pickupDate }] = (await amounts.json()) as [{ pickupDate: string }]
    const closed = await fetch('/api/Dashboards/confirmClosure', {
      method: 'POST',
      headers,
      body: body.replace('2999-01-01', pickupDate),
    })
    return closed.status
  })
  expect(elsewhere).toBe(200)
  await press(page, 'Submit request')
  await expect(flow(page).getByText('Step 1 of 2')).toBeVisible()
  await expect(
    flow(page)
      .getByText(/live .*request/i)
      .first(),
  ).toBeVisible()
  await page.goto('/dashboard/my-subscriptions/all-requests')
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1)
})
