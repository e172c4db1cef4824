import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { expectUnbroken, invoicePath, rentLines } from '../support/books'
import { onDesktop } from '../support/browser'
import type { City } from '../support/city'
import { anyWidth, expect, test } from '../support/fixtures'
import { atProvider, expectPaid, openRazorpay } from '../support/paying'

test.use({ ownCity: true })

const requests = '/my-subscriptions/all-requests'
const kabirsNumber = '9000000011'

interface Dashboard {
  activeProductLists: { id: number; name: string; isCILAllowed: boolean; deliveryStatus: number }[]
}

async function dashboard(city: City, persona: string): Promise<Dashboard> {
  return city.get<Dashboard>(await city.token(persona), '/api/Dashboards/dashboardData')
}

/** Names of the items that are with a persona. */
async function itemsOf(city: City, persona: string): Promise<string[]> {
  const { activeProductLists } = await dashboard(city, persona)
  return activeProductLists.filter(({ deliveryStatus }) => deliveryStatus === 200).map(({ name }) => name)
}

/** Rupees of deposit that a persona still has to pay. */
async function depositMissing(city: City, persona: string): Promise<number> {
  const { depositBalance } = await city.get<{ depositBalance: number }>(
    await city.token(persona),
    '/api/Dashboards/dashboardData',
  )
  return Math.max(0, -depositBalance)
}

/** Jaya's first transferable item is offered to kabir. */
async function offerToKabir(city: City): Promise<void> {
  const { activeProductLists } = await dashboard(city, 'jaya')
  const item = activeProductLists.find(({ isCILAllowed }) => isCILAllowed)
  const { accessTokenId } = await city.token('jaya')
  const data = { requestType: 690, orderItemIds: [item?.id], orderItemCount: 1, mobileNumber: kabirsNumber }
  const answer = await fetch(`${city.url}/api/ServiceRequests/createNewTicket`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: accessTokenId },
    body: JSON.stringify({ data }),
  })
  expect(answer.ok, await answer.text()).toBe(true)
}

const offer = (page: Page) => page.getByRole('article', { name: /Jaya .* wants to hand items over to you/ })
const begun = (page: Page) => page.getByRole('article', { name: /You are taking items over from Jaya/ })

async function accept(card: Locator): Promise<void> {
  await expect(card.getByRole('button', { name: 'Accept', exact: true })).toBeDisabled()
  await card.getByRole('radio', { name: /Saraswathipuram/ }).check()
  await card.getByRole('button', { name: 'Accept', exact: true }).click()
}

/** Gets the agreement, a PDF, where it is offered. */
async function expectAgreement(page: Page, place: Locator): Promise<void> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    place.getByRole('button', { name: 'Get the agreement (PDF)' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^novation-agreement-[0-9A-Z]+\.pdf$/)
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
}

test('kabir takes an item over: address, deposit, agreement, hand-over, rent from that day on', async ({
  page,
  city,
  signIn,
}) => {
  await offerToKabir(city)
  await signIn('kabir', requests)
  const card = offer(page)
  await expect(card.getByText('Wooden sofa set, 3 seater')).toBeVisible()
  await expect(card.getByText(/^Rent ₹.* a month, GST extra$/)).toBeVisible()
  await expect(card.getByText(/^Tenure ends on/)).toBeVisible()
  await expect(card.getByRole('radio')).toHaveCount(1)
  await expectAccessible(page)
  await accept(card)

  const left = begun(page)
  await expect(left.getByText('KYC completed')).toBeVisible()
  await expectAccessible(page)
  await left.getByRole('button', { name: 'Pay Now' }).click()
  await openRazorpay(page)
  await atProvider(page, 'Success')
  await expectPaid(page)

  await page.goto(`/dashboard${requests}`)
  await expect(left.getByText('Waiting for the signed agreement')).toBeVisible()
  await expect(left.getByText('Deposit paid')).toBeVisible()
  await expectAccessible(page)
  await expectAgreement(page, left)

  await city.advance('P1D')
  await page.goto(`/dashboard${requests}`)
  await expect(page.getByText('The items are yours now. You find them among your active items.')).toBeVisible()
  expect(await itemsOf(city, 'kabir')).toContain('Wooden sofa set, 3 seater')
  expect(await itemsOf(city, 'jaya')).not.toContain('Wooden sofa set, 3 seater')
  await page.evaluate(() => localStorage.clear())
  await signIn('jaya', requests)
  const given = page.getByRole('article').filter({ hasText: 'Wooden sofa set' })
  await expect(given.getByText('Done', { exact: true })).toBeVisible()
  await given.getByRole('link').click()
  const ticket = page.getByRole('dialog', { name: 'Ownership Transfer' })
  await expect(ticket.getByText('Print it, both owners sign it on paper')).toBeVisible()
  await expectAccessible(page)
  await expectAgreement(page, ticket)

  // Both are billed, each for the days on which the item was theirs. That is the same at each width.
  if (onDesktop(page)) return
  await city.advance('P1M')
  const hers = await rentLines(city, 'jaya', 'Wooden sofa set, 3 seater')
  const his = await rentLines(city, 'kabir', 'Wooden sofa set, 3 seater')
  expectUnbroken([...hers, ...his])
  expect(new Set([...hers, ...his].map(({ rate }) => rate)).size).toBe(1)
  await signIn('jaya', invoicePath(hers.at(-1)))
  const words = page.getByText('Wooden sofa set, 3 seater').filter({ visible: true })
  await expect(words).toBeVisible()
})

test(
  'a receiver who accepts and never pays does not keep anybody waiting: after a fortnight the transfer is over',
  anyWidth,
  async ({ page, city, signIn }) => {
    const before = await depositMissing(city, 'kabir')
    await offerToKabir(city)
    await signIn('kabir', requests)
    await expect(offer(page).getByText(/^Please answer by/)).toBeVisible()
    await accept(offer(page))
    await expect(begun(page).getByText(/^Please pay the deposit and complete KYC by/)).toBeVisible()
    expect(await depositMissing(city, 'kabir')).toBeGreaterThan(before)
    await city.advance('P16D')
    expect(await depositMissing(city, 'kabir')).toBe(before)
    expect(await itemsOf(city, 'jaya')).toContain('Wooden sofa set, 3 seater')
    expect(await itemsOf(city, 'kabir')).not.toContain('Wooden sofa set, 3 seater')
    await page.evaluate(() => localStorage.clear())
    await signIn('jaya', requests)
    const given = page.getByRole('article').filter({ hasText: 'Wooden sofa set' })
    await expect(given.getByText('Cancelled', { exact: true })).toBeVisible()
    await given.getByRole('link').click()
    const ticket = page.getByRole('dialog', { name: 'Ownership Transfer' })
    await expect(ticket.getByText('The time for it was over, so it ended by itself')).toBeVisible()
  },
)

test('kabir declines after one question', async ({ page, city, signIn }) => {
  await offerToKabir(city)
  await signIn('kabir', requests)
  await offer(page).getByRole('button', { name: 'Decline' }).click()
  const question = page.getByRole('dialog', { name: 'Decline this transfer?' })
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(page.getByRole('article', { name: /Jaya .* wanted to hand items over to you/ })).toBeVisible()
  expect(await itemsOf(city, 'jaya')).toContain('Wooden sofa set, 3 seater')
})

/** Through the flow on home up to the number of the new owner. */
async function toNumber(page: Page, item: RegExp): Promise<Locator> {
  const flow = page.getByRole('dialog', { name: 'Transfer Ownership' })
  await flow.getByRole('checkbox', { name: item }).check()
  await flow.getByRole('button', { name: 'Continue' }).click()
  await expect(flow.getByText('Intercity ownership change is not permitted.')).toBeVisible()
  return flow
}

/** Gives the number and says yes to the one question before it is sent. */
async function giveNumber(flow: Locator, digits: string): Promise<void> {
  await flow.getByPlaceholder('Phone number*').fill(digits)
  await flow.getByRole('button', { name: 'Continue' }).click()
  const question = flow.page().getByRole('dialog', { name: /^Hand over to/ })
  await expectAccessible(flow.page())
  await question.getByRole('button', { name: 'Send request' }).click()
}

test('jaya hands an item over to kabir (TRANSFER-02, TRANSFER-11, TRANSFER-12, TRANSFER-13, VALID-16, SUCCESS-09)', async ({
  page,
  city,
  signIn,
}) => {
  await signIn('jaya', '/home?requestType=transfer-ownership')
  const flow = page.getByRole('dialog', { name: 'Transfer Ownership' })
  await expect(flow.getByRole('checkbox')).toHaveCount(2)
  await expect(flow.getByText('Step 1 of 2')).toBeVisible()
  await toNumber(page, /Wooden sofa set/)
  await expectAccessible(page)
  await flow.getByRole('button', { name: 'Continue' }).click()
  await expect(flow.getByText('Step 2 of 2')).toBeVisible()
  await expect(flow.getByRole('button', { name: 'Continue' })).toBeDisabled()
  await expectAccessible(page)

  await giveNumber(flow, '9000000010')
  await expect(flow.getByRole('alert')).toContainText('This is your own number.')
  await giveNumber(flow, '9111111111')
  await expect(flow.getByRole('heading', { name: 'Not a Rento User' })).toBeVisible()
  await expectAccessible(page)
  await flow.getByRole('button', { name: 'Try another number' }).click()
  await giveNumber(flow, kabirsNumber)
  await expect(flow.getByRole('heading', { name: 'Request Created Successfully' })).toBeVisible()
  await expectAccessible(page)
  await flow.getByRole('link', { name: 'See Request Status' }).click()
  await expect(page.getByRole('main').getByRole('heading', { name: 'Ownership Transfer' })).toBeVisible()
  const { transfers } = await city.get<{ transfers: { status: string }[] }>(
    await city.token('kabir'),
    '/api/ServiceRequests/incomingTransfers',
  )
  expect(transfers.map(({ status }) => status)).toEqual(['raised'])
})

test('kabir pays what is due on the way (TRANSFER-14, TRANSFER-15)', async ({ page, signIn }) => {
  await signIn('kabir', '/home?requestType=transfer-ownership')
  const flow = page.getByRole('dialog', { name: 'Transfer Ownership' })
  await flow.getByRole('checkbox', { name: /fridge/ }).check()
  await flow.getByRole('button', { name: 'Continue' }).click()
  await expect(flow.getByRole('heading', { name: 'Clear Pending Dues' })).toBeVisible()
  await expectAccessible(page)
  await flow.getByRole('button', { name: 'Pay Now' }).click()
  await openRazorpay(page)
  await atProvider(page, 'Success')
  await expectPaid(page)
  await page.getByRole('dialog', { name: 'Payment Completed Succesfully' }).getByRole('button').last().click()
  await expect(flow.getByText('Pending dues must be cleared.')).toBeVisible()
})

test('indu takes a live request back first (TRANSFER-09, TRANSFER-10, REVOKE-04)', async ({ page, signIn }) => {
  await signIn('indu', '/home?requestType=transfer-ownership')
  const flow = await toNumber(page, /Treadmill/)
  await flow.getByRole('button', { name: 'Continue' }).click()
  const question = page.getByRole('dialog', { name: 'Do you wish to close all live requests ?' })
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Close request(s) & proceed' }).click()
  await expect(flow.getByText('Step 2 of 2')).toBeVisible()
})
