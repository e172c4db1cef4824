import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { expectTold, expectUnbroken, invoicePath, paymentsOf, rentLines } from '../support/books'
import { onDesktop } from '../support/browser'
import { chooseOption } from '../support/choosing'
import type { City } from '../support/city'
import { anyWidth, expect, quick, test } from '../support/fixtures'
import { kabirsNumber, offerToKabir } from '../support/handing-over'
import { atProvider, expectPaid, openRazorpay, owed, referenceOf } from '../support/paying'

test.use({ ownCity: true })

const requests = '/my-subscriptions/all-requests'
const jayasNumber = '9000000010'

interface Dashboard {
  activeProductLists: { id: number; name: string; isCILAllowed: boolean; deliveryStatus: number }[]
}

async function dashboard(city: City, persona: string): Promise<Dashboard> {
  return city.get<Dashboard>(await city.token(persona), '/api/Dashboards/dashboardData')
}

/** The names of the items that a persona has. */
async function itemsOf(city: City, persona: string): Promise<string[]> {
  const { activeProductLists } = await dashboard(city, persona)
  return activeProductLists.filter(({ deliveryStatus }) => deliveryStatus === 200).map(({ name }) => name)
}

/** Rupees of deposit that a persona still must pay. */
async function depositMissing(city: City, persona: string): Promise<number> {
  const { depositBalance } = await city.get<{ depositBalance: number }>(
    await city.token(persona),
    '/api/Dashboards/dashboardData',
  )
  return Math.max(0, -depositBalance)
}

const offer = (page: Page) => page.getByRole('article', { name: /Jaya .* wants to hand items over to you/ })
const begun = (page: Page) => page.getByRole('article', { name: /You are taking items over from Jaya/ })

async function accept(card: Locator): Promise<void> {
  await card.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(card.getByRole('alert')).toHaveText('Choose an address first.')
  await card.getByRole('radio', { name: /Saraswathipuram/ }).check()
  await card.getByRole('button', { name: 'Accept', exact: true }).click()
}

/** Downloads the agreement, a PDF. */
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

test(
  'kabir takes an item over: address, deposit, agreement, hand-over, rent from that day on',
  quick,
  async ({ page, city, signIn }) => {
    await offerToKabir(city)
    await expectTold(
      city,
      kabirsNumber,
      /Jaya .* (wants to hand rented items over|has asked us to transfer rented items) to you/,
    )
    await signIn('kabir')
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Jaya .* wants to hand items over to you/ })
      .click()
    await expect(page).toHaveURL((url) => url.pathname.endsWith(requests))
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
    await expectTold(city, jayasNumber, /Kabir .* accepted/)
    await expectTold(city, kabirsNumber, /you rent the items of Jaya|items of Jaya .* are with you now/)
    await page.evaluate(() => localStorage.clear())
    await signIn('jaya', requests)
    const given = page.getByRole('article').filter({ hasText: 'Wooden sofa set' })
    await expect(given.getByText('Done', { exact: true })).toBeVisible()
    await given.getByRole('link').click()
    const ticket = page.getByRole('dialog', { name: 'Ownership Transfer' })
    await expect(ticket.getByText('Print it, both owners sign it on paper')).toBeVisible()
    await expectAccessible(page)
    await expectAgreement(page, ticket)
    // The deposit is settled as that of transferred items, not of returned ones.
    await page.goto('/dashboard/home?showSettlement=true')
    const settlement = page.getByRole('dialog', { name: 'Final Settlement' })
    await expect(settlement.getByText(/^We are closing the account of what you handed over\./)).toBeVisible()
    await expect(page.getByText(/gave back/)).toHaveCount(0)

    // Both customers are billed for the days on which they had the item.
    // The bills do not depend on the width.
    if (onDesktop(page)) return
    await city.advance('P1M')
    const hers = await rentLines(city, 'jaya', 'Wooden sofa set, 3 seater')
    const his = await rentLines(city, 'kabir', 'Wooden sofa set, 3 seater')
    expectUnbroken([...hers, ...his])
    expect(new Set([...hers, ...his].map(({ rate }) => rate)).size).toBe(1)
    await signIn('jaya', invoicePath(hers.at(-1)))
    const words = page.getByText('Wooden sofa set, 3 seater').filter({ visible: true })
    await expect(words).toBeVisible()
  },
)

test(
  'an address that is missing is added above the transfer, is chosen in it, and the items go there',
  anyWidth,
  async ({ page, city, signIn }) => {
    await offerToKabir(city)
    await signIn('kabir', requests)
    const card = offer(page)
    const add = card.getByRole('link', { name: 'Add an address' })
    const form = page.getByRole('dialog', { name: 'Add New Address' })
    await add.click()
    await expect(form.getByRole('application')).toBeVisible()
    await page.goBack()
    await expect(form).toHaveCount(0)
    await expect(page).toHaveURL((url) => url.pathname.endsWith(requests) && url.search === '')
    await expect(card.getByRole('radio', { checked: true })).toHaveCount(0)

    await add.click()
    await expect(form.getByRole('application')).toBeVisible()
    await chooseOption(
      page,
      form.getByRole('combobox', { name: 'Street' }),
      'saraswathipuram',
      'Saraswathipuram, Mysuru, Karnataka 570009, India',
    )
    await form.getByRole('button', { name: 'Continue' }).click()
    await form.getByLabel('House No./Flat No.').fill('77')
    await form.getByLabel('Building Name').fill('Lotus Court')
    await form.getByRole('button', { name: 'Proceed' }).click()
    await expect(form).toHaveCount(0)
    await expect(page).toHaveURL((url) => url.pathname.endsWith(requests) && url.search === '')
    await expect(card.getByRole('radio', { checked: true })).toHaveCount(1)
    await expect(card.getByRole('radio', { name: /^77, Lotus Court/ })).toBeChecked()
    const [request] = await Promise.all([
      page.waitForRequest(/acceptTransfer$/),
      card.getByRole('button', { name: 'Accept', exact: true }).click(),
    ])
    await expect(begun(page)).toBeVisible()
    const addresses = await city.get<{ id: number; flatNo: string }[]>(
      await city.token('kabir'),
      `/api/RMUsers/${await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').id as number)}/addresses`,
    )
    const { addressId } = request.postDataJSON() as { addressId: number }
    expect(addresses.find(({ id }) => id === addressId)?.flatNo).toBe('77')
  },
)

test('transfers do not move the list that is below them', async ({ page, city, signIn }) => {
  await offerToKabir(city)
  await signIn('kabir')
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      // The font that arrives changes the width of words, but not the number of lines.
      for (const entry of list.getEntries() as (PerformanceEntry & Shift)[])
        for (const { node, previousRect, currentRect } of entry.hadRecentInput ? [] : entry.sources)
          if (previousRect.y !== currentRect.y)
            shifts.push(`${node?.textContent?.slice(0, 60)}: from ${previousRect.y} to ${currentRect.y} px`)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  // The addresses in an offer arrive after the offer, and both after the list of requests.
  for (const slow of [/incomingTransfers$/, /addresses$/])
    await page.route(slow, async (route) => {
      await waitForPaint(page)
      await route.continue()
    })
  await page.goto(`/dashboard${requests}`)
  await expect(offer(page).getByRole('radio')).toHaveCount(1)
  await expect(page.getByText('You have not raised any request yet.')).toBeVisible()
  expect(await shiftsOf(page)).toEqual([])
})

const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)

interface Shift {
  hadRecentInput: boolean
  sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** Waits until the content is painted, so that later movements are seen. */
async function waitForPaint(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((painted) => requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(painted), 200))),
  )
}

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

test(
  'a transfer that is given up in a second tab while its deposit is paid: the money goes back, which is said and told',
  anyWidth,
  async ({ page, context, city, signIn }) => {
    const before = { missing: await depositMissing(city, 'kabir'), payments: await paymentsOf(city, 'kabir') }
    await offerToKabir(city)
    await signIn('kabir', requests)
    await accept(offer(page))
    await begun(page).getByRole('button', { name: 'Pay Now' }).click()
    await openRazorpay(page)

    const other = await context.newPage()
    await other.goto(`/dashboard${requests}`)
    await begun(other).getByRole('button', { name: 'Give up the transfer' }).click()
    const question = other.getByRole('dialog', { name: 'Give up this transfer?' })
    await question.getByRole('button', { name: 'Give up the transfer' }).click()
    await expect(begun(other)).toHaveCount(0)

    await atProvider(page, 'Success')
    const returned = page.getByRole('dialog', { name: /^Your ₹.* goes back to you$/ })
    await expect(returned).toContainText('Your payment arrived, but nothing of your deposit was missing any more.')
    await city.advance('PT1H')
    expect(await depositMissing(city, 'kabir')).toBe(before.missing)
    const paid = (await paymentsOf(city, 'kabir')).slice(0, -before.payments.length)
    expect(paid, 'in and out again').toHaveLength(2)
    expect(
      paid.reduce((sum, { amount }) => sum + amount, 0),
      'nothing is kept',
    ).toBe(0)
    expect(await itemsOf(city, 'jaya')).toContain('Wooden sofa set, 3 seater')
    await expectTold(city, kabirsNumber, /a payment of ₹.* reached us when nothing was due for it any more/)
    await expectTold(city, jayasNumber, /Kabir .* does not take over your items/)
  },
)

test('kabir declines after one question', anyWidth, async ({ page, city, signIn }) => {
  await offerToKabir(city)
  await signIn('kabir', requests)
  await offer(page).getByRole('button', { name: 'Decline' }).click()
  const question = page.getByRole('dialog', { name: 'Decline this transfer?' })
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(page.getByRole('article', { name: /Jaya .* wanted to hand items over to you/ })).toBeVisible()
  expect(await itemsOf(city, 'jaya')).toContain('Wooden sofa set, 3 seater')
  await expectTold(city, jayasNumber, /Kabir .* does not take over your items/)
})

/** Goes through the flow on home up to the new owner's number. */
async function toNumber(page: Page, item: RegExp): Promise<Locator> {
  const flow = page.getByRole('dialog', { name: 'Transfer Ownership' })
  await flow.getByRole('checkbox', { name: item }).check()
  await flow.getByRole('button', { name: 'Continue' }).click()
  await expect(flow.getByText('Intercity ownership change is not permitted.')).toBeVisible()
  return flow
}

/** Enters the number and confirms the question before the request is sent. */
async function giveNumber(flow: Locator, digits: string): Promise<void> {
  await flow.getByPlaceholder('Phone number*').fill(digits)
  await flow.getByRole('button', { name: 'Continue' }).click()
  const question = flow.page().getByRole('dialog', { name: /^Hand over to/ })
  await expectAccessible(flow.page())
  await question.getByRole('button', { name: 'Send request' }).click()
}

test(
  'jaya hands an item over to kabir (TRANSFER-02, TRANSFER-11, TRANSFER-12, TRANSFER-13, VALID-16, SUCCESS-09)',
  quick,
  async ({ page, city, signIn }) => {
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
    await expect(page.getByRole('log').getByText('This is your own number.')).toBeVisible()
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
    await expectTold(city, kabirsNumber, /Jaya .* has asked us to transfer rented items to you/)
  },
)

test('kabir pays what is due on the way (TRANSFER-14, TRANSFER-15)', anyWidth, async ({ page, city, signIn }) => {
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
  const reference = await referenceOf(page)
  await page.getByRole('dialog', { name: 'Payment Completed Succesfully' }).getByRole('button').last().click()
  await expect(flow.getByText('Pending dues must be cleared.')).toBeVisible()
  expect(await owed(city, 'kabir')).toBe(0)
  await expectTold(city, kabirsNumber, new RegExp(`we received your payment of .* reference is ${reference}\\.`))
})

test(
  'indu takes a live request back first (TRANSFER-09, TRANSFER-10, REVOKE-04)',
  anyWidth,
  async ({ page, city, signIn }) => {
    await signIn('indu', '/home?requestType=transfer-ownership')
    const flow = await toNumber(page, /Treadmill/)
    await flow.getByRole('button', { name: 'Continue' }).click()
    const question = page.getByRole('dialog', { name: 'Do you wish to close all live requests ?' })
    await expect(question).toBeVisible()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Close request(s) & proceed' }).click()
    await expect(flow.getByText('Step 2 of 2')).toBeVisible()
    await expectTold(city, '9000000009', /your request T\S+ \(repair\) was taken back/i)
  },
)
