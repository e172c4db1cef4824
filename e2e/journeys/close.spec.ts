import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { expectTold, invoicesOf } from '../support/books'
import { chooseDay } from '../support/calendar'
import type { City } from '../support/city'
import { closeAll } from '../support/closing'
import { anyWidth, expect, quick, test } from '../support/fixtures'
import { atProvider, expectPaid, openRazorpay, owed, rupees } from '../support/paying'

test.use({ ownCity: true })
test.setTimeout(120_000)

const start = '/home?requestType=close-subscription'
const requests = '/my-subscriptions/all-requests'

/** Screens that are not on the direct way. */
const aside = ['add-new-location', 'bank-details', 'refund-upi']

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Close Subscription' })
const heading = (page: Page, name: string) => dialog(page).getByRole('heading', { level: 3, name })
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()

/** Selects items by their index in the list, or all of them. */
async function tick(page: Page, ...places: number[]): Promise<void> {
  const boxes = dialog(page).getByRole('checkbox')
  await expect(boxes.first()).toBeVisible()
  const all = places.length > 0 ? places : [...Array(await boxes.count()).keys()]
  for (const place of all) await boxes.nth(place).check()
  await press(page, 'Continue')
}

/** Confirms the known address. */
async function stay(page: Page): Promise<void> {
  await expect(heading(page, 'Moved to a new location?')).toBeVisible()
  await expect(dialog(page).getByRole('radio', { checked: true })).toBeVisible()
  await press(page, 'Continue')
}

/** Chooses the first offered day and the first reason. */
async function plan(page: Page): Promise<void> {
  await expect(heading(page, 'When and why should we pick up?')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Continue' })).toBeDisabled()
  await chooseDay(dialog(page))
  await dialog(page).getByRole('combobox', { name: 'Reason' }).selectOption({ index: 1 })
  await press(page, 'Continue')
}

/** Opens the screens that are not on the direct way, and goes back from each. */
async function lookAround(page: Page, ...names: (string | RegExp)[]): Promise<void> {
  for (const name of names) {
    await dialog(page).getByRole('button', { name }).click()
    await expect(page).toHaveURL((url) => aside.includes(url.searchParams.get('requestStep') ?? ''))
    await expectAccessible(page)
    await page.goBack()
  }
}

/** Chooses the wallet for the deposit. */
async function chooseWallet(page: Page): Promise<void> {
  await expect(dialog(page).getByRole('heading', { name: 'How do you wish to be refunded?' })).toBeVisible()
  await dialog(page)
    .getByText(/^Straight to Rentomoney/)
    .click()
}

const paise = (text: string) => Math.round(Number(text.replace(/[₹,]/g, '')) * 100)

/**
 * Opens the calculation of each item's charge and checks it: months and days, the
 * lower method, GST, and the total.
 */
async function expectLinesAddUp(page: Page, charge: string): Promise<void> {
  const items = dialog(page).getByRole('group').filter({ hasText: 'Tenure ends on' })
  const totals: number[] = []
  for (const item of await items.all()) {
    await item.getByText('Tenure ends on').click()
    await expect(item.getByText('Rent a month')).toBeVisible()
    const terms = await item.getByRole('term').allInnerTexts()
    const figures = await item.getByRole('definition').allTextContents()
    const lines = terms.map((words, at) => ({ words, amount: paise(/₹[\d,.]+/.exec(figures[at] ?? '')?.[0] ?? '') }))
    const line = (words: RegExp) => lines.find((line) => words.test(line.words)) ?? { words: '', amount: Number.NaN }
    const [rent, byRent, byTenure] = [line(/^Rent a month/), line(/^Rent method/), line(/^Tenure method/)]
    const times = Number(/Rent × ([\d.]+)/.exec(byRent.words)?.[1])
    expect(byRent.amount, 'the rent method').toBe(rent.amount * times)

    // "2 months at ₹1,499: ₹2,998", "17 of 30 days at ₹1,499 a month: ₹849.43"
    const parts = [...byTenure.words.matchAll(/(\d+)(?: of (\d+))? (months?|days?) at (₹[\d,.]+)[^:]*: (₹[\d,.]+)/g)]
    expect(parts.length, byTenure.words).toBeGreaterThan(0)
    for (const [words, count, of = '1', , rate = '', amount = ''] of parts) {
      expect(Math.abs((Number(count) / Number(of)) * paise(rate) - paise(amount)), words).toBeLessThanOrEqual(1)
    }
    const sum = parts.reduce((sum, [, , , , , amount = '']) => sum + paise(amount), 0)
    expect(sum, byTenure.words).toBe(byTenure.amount)
    const lower = Math.min(byRent.amount, byTenure.amount)
    expect(line(/^Early closure charge/).amount, 'the lower of the two').toBe(lower)
    const total = line(/^Total/).amount
    expect(lower + line(/^GST/).amount, 'with GST').toBe(total)
    totals.push(total)
  }
  expect(totals).toHaveLength(2)
  expect(
    totals.reduce((sum, total) => sum + total, 0),
    'all items',
  ).toBe(paise(charge))
}

test(
  'jaya gives two items back early, pays later, and the team comes (CLOSE-18, CLOSE-20, CLOSE-25)',
  quick,
  async ({ page, city, signIn }) => {
    await signIn('jaya', start)
    await expectAccessible(page)
    await tick(page, 0, 1)
    await expectAccessible(page)
    await lookAround(page, 'Add new')
    await stay(page)
    await expectAccessible(page)
    await plan(page)
    await expectAccessible(page)
    await lookAround(page, 'Straight to Bank Account', 'Refund Via UPI')
    await chooseWallet(page)

    await expect(heading(page, 'Early closure charges')).toBeVisible()
    await expectAccessible(page)
    const charge = await dialog(page)
      .getByText(/^₹[\d,.]+$/)
      .first()
      .textContent()
    await expectLinesAddUp(page, charge ?? '')
    const review = dialog(page).getByRole('region', { name: 'What you are about to ask for' })
    await expect(review).toContainText('Moving to another city')
    await expect(review).toContainText('To Rentomoney')
    await expect(review).toContainText(`Now: ${charge ?? ''} for leaving early, GST included.`)
    await press(page, 'How is this calculated?')
    await expect(heading(page, 'How early closure charges are calculated')).toBeInViewport()
    await expectAccessible(page)
    await press(page, 'Go Back')
    await press(page, "I'd rather close anyway")

    await expect(heading(page, 'Request Created Successfully')).toBeVisible()
    // The former screen was scrolled far down. This one starts at its top.
    await expect(heading(page, 'Request Created Successfully')).toBeInViewport()
    const raised = await dialog(page)
      .getByText(/^T[0-9A-Z]{8,}$/)
      .textContent()
    await expect(dialog(page).getByText(/^Our team comes on .* Then we check the items/)).toBeVisible()
    await expect(
      dialog(page)
        .getByRole('definition')
        .filter({ hasText: charge ?? '' })
        .first(),
    ).toBeVisible()
    await expect(dialog(page).getByText('to be calculated')).toBeVisible()
    await expectAccessible(page)
    await press(page, 'Pay Later')
    await expect(page).toHaveURL((url) => url.pathname.endsWith('/home') && url.search === '')

    const ticket = page.getByRole('main').getByRole('article').first()
    await page.goto(`/dashboard${requests}`)
    await expect(ticket.getByRole('heading', { name: 'Closure' })).toBeVisible()
    await expect(ticket.getByText('Raised', { exact: true })).toBeVisible()
    await expect(ticket.getByText(`Ticket ${raised ?? ''}`)).toBeVisible()
    await page.goto('/dashboard/my-subscriptions/invoices')
    await page
      .getByRole('main')
      .getByRole('link')
      .filter({ hasText: charge ?? '' })
      .click()
    await expect(page.getByText('Early closure of').filter({ visible: true }).first()).toBeVisible()
    await city.advance('P8D')
    await page.goto(`/dashboard${requests}`)
    await expect(ticket.getByText('Done', { exact: true })).toBeVisible()
    await ticket.getByRole('link', { name: /^View details/ }).click()
    const closure = page.getByRole('dialog', { name: 'Closure' })
    await expect(closure).toContainText(`${charge ?? ''}, GST included`)
    await expect(closure.getByText('You asked for it')).toBeVisible()
    await closure.getByRole('link', { name: 'See the settlement' }).click()
    await expect(page.getByRole('dialog', { name: 'Final Settlement' })).toContainText('Wooden sofa set, 3 seater')
    await page.goto('/dashboard/my-subscriptions/closed-subscriptions')
    await expect(page.getByRole('main').getByText(/^Closed on/)).toHaveCount(2)
    await expectTold(city, '9000000010', new RegExp(`we received your request ${raised}`, 'i'))
    await expectTold(city, '9000000010', new RegExp(`your request ${raised} .*is done`, 'i'))
  },
)

test(
  'esha has a live closure taken back before the next one, pays, gets her deposit, and gives the last item back (REVOKE-03, REVOKE-05, CLOSE-19, SUCCESS-07)',
  anyWidth,
  async ({ page, city, signIn }) => {
    await signIn('esha', start)
    for (const round of [1, 2]) {
      if (round === 2) await page.goto(`/dashboard${start}`)
      await tick(page, 0, 1)
      if (round === 2) {
        const alert = page.getByRole('dialog', { name: 'Do you wish to close all live requests ?' })
        await expect(alert).toBeVisible()
        await expectAccessible(page)
        await alert.getByRole('button', { name: 'Close request(s) & proceed' }).click()
      }
      await stay(page)
      await plan(page)
      await chooseWallet(page)
      const anyway = dialog(page).getByRole('button', { name: "I'd rather close anyway" })
      await anyway.or(dialog(page).getByRole('button', { name: 'Close Subscription' })).click()
      await expect(heading(page, 'Request Created Successfully')).toBeVisible()
    }
    await press(page, 'Pay Now')
    await openRazorpay(page)
    await atProvider(page, 'Success')
    await expectPaid(page)
    expect(await owed(city, 'esha')).toBe(0)

    await city.advance('P8D')
    await page.goto(`/dashboard${requests}`)
    const statuses = page.getByRole('article').getByText(/^(Done|Taken back)$/)
    await expect(statuses).toHaveText(['Done', 'Taken back'])
    await page.goto('/dashboard/home?showSettlement=true')
    const settlement = page.getByRole('dialog', { name: 'Final Settlement' })
    await expect(settlement.getByText('Your refund is in your Rentomoney.')).toBeVisible()
    await expectTold(city, '9000000005', /your request T\S+ \(closure\) was taken back/i)
    await expectTold(city, '9000000005', /your request T\S+ \(closure\) is done/i)
    await expectTold(city, '9000000005', /we paid your refund of .* to Rentomoney\./)

    // Until the last item is inspected, its deposit is shown as being inspected, and the figures add up.
    // The former settlement can be opened.
    await closeAll(city, 'esha')
    await expect(async () => {
      await city.advance('P1D')
      expect(await inspected(city)).toBeGreaterThan(0)
    }).toPass()
    await page.goto('/dashboard/home')
    const balances = page.getByRole('region', { name: 'Balances' })
    const sum = rupees(await inspected(city))
    await expect(balances.getByText(`${sum} being inspected`)).toBeVisible()
    await balances.getByRole('link', { name: 'See the settlement' }).click()
    await expect(settlement.getByText(/^We are looking at what you gave back\./)).toBeVisible()
    await expect(settlement.getByText('Deposit being inspected').first()).toBeVisible()
    const figures = await settlement.getByRole('definition').allTextContents()
    const lines = figures.map((figure) => paise(/-?₹[\d,.]+/.exec(figure)?.[0] ?? ''))
    const total = lines.pop()
    expect(total).toBe(paise(sum))
    expect(lines.reduce((all, one) => all + one, 0)).toBe(total)
    await settlement.getByRole('button', { name: /^Given back: .*Paid/ }).click()
    await expect(settlement.getByText('Your refund is in your Rentomoney.')).toBeVisible()
  },
)

/** Rupees of deposit for esha's returned items that are being inspected. */
async function inspected(city: City): Promise<number> {
  const { depositDetails } = await city.get<{ depositDetails: { beingInspected: number } }>(
    await city.token('esha'),
    '/api/Dashboards/dashboardData',
  )
  return depositDetails.beingInspected
}

test('indu cannot take one of her requests back (REVOKE-07, ERR-04)', anyWidth, async ({ page, signIn }) => {
  await signIn('indu', start)
  await tick(page)
  const words = /Looks like you have some live .+ request\(s\) against some of the items\. Please contact support/
  await expect(page.getByRole('log').getByText(words)).toBeVisible()
  await expect(dialog(page).getByRole('alert').getByText(words)).toHaveCount(0)
  await expectAccessible(page)
  await expect(page).toHaveURL((url) => !url.searchParams.has('requestStep'))
})

test('Back comes back step by step, a refresh on a step starts anew, and nothing was asked for (DIALOG-22, FLOW-02)', async ({
  page,
  city,
  signIn,
}) => {
  const books = async () => ({ owed: await owed(city, 'esha'), invoices: await invoicesOf(city, 'esha') })
  const before = await books()
  await signIn('esha', '/home')
  await page.goto(`/dashboard${start}`)
  await tick(page, 0)
  await stay(page)
  await expect(heading(page, 'When and why should we pick up?')).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Moved to a new location?')).toBeVisible()
  await page.goBack()
  await expect(dialog(page).getByRole('checkbox').first()).toBeChecked()
  await page.goBack()
  const question = page.getByRole('dialog', { name: 'Leave this request?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(question).toBeHidden()
  await press(page, 'Continue')
  await expect(heading(page, 'Moved to a new location?')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL((url) => url.search === '')
  await city.advance('PT1H')
  const live = '/api/Dashboards/getServiceRequest?activeStatus=true'
  expect(await city.get(await city.token('esha'), live)).toMatchObject({ serviceRequests: [] })
  expect(await books()).toEqual(before)
})

test(
  "in an agent's session any refund goes straight on, and what can be done instead keeps the items (REFUND-16, CLOSE-13)",
  anyWidth,
  async ({ page, city }) => {
    await page.goto(`/demo/as/agent?customer=esha&redirectUrl=${encodeURIComponent(start)}`)
    await tick(page, 0)
    await stay(page)
    await plan(page)
    await dialog(page)
      .getByText(/^Straight to Bank Account/)
      .click()
    await expect(page).toHaveURL((url) => url.searchParams.get('requestStep') === 'close-subscription-confirmation')
    // Only what is possible for this item is offered.
    await expect(dialog(page).getByRole('button', { name: /^Complete the tenure/ })).toBeVisible()
    const { activeProductLists } = await city.get<{ activeProductLists: { isCILAllowed: boolean }[] }>(
      await city.token('esha'),
      '/api/Dashboards/dashboardData',
    )
    const handOver = dialog(page).getByRole('button', { name: /^Transfer subscription/ })
    await expect(handOver).toHaveCount(activeProductLists[0]?.isCILAllowed ? 1 : 0)
    await dialog(page)
      .getByRole('button', { name: /^Shift to a new address/ })
      .click()
    const shift = page.getByRole('dialog', { name: 'Relocation Request' })
    await expect(shift.getByRole('checkbox', { checked: true })).toHaveCount(1)
    await expect(shift.getByRole('checkbox').first()).toBeChecked()
    await expect(dialog(page)).toHaveCount(0)
    const live = '/api/Dashboards/getServiceRequest?activeStatus=true'
    expect(await city.get(await city.token('esha'), live), 'nothing was asked for').toMatchObject({
      serviceRequests: [],
    })
  },
)

test(
  'what can be done instead is offered for the ticked items alone, and keeps them (CLOSE-12, CLOSE-14)',
  anyWidth,
  async ({ page, city }) => {
    const { activeProductLists: items } = await city.get<{ activeProductLists: { isCILAllowed: boolean }[] }>(
      await city.token('jaya'),
      '/api/Dashboards/dashboardData',
    )
    const [mayMove, mayNot] = [true, false].map((may) => items.findIndex(({ isCILAllowed }) => isCILAllowed === may))
    const instead = (name: RegExp) => dialog(page).getByRole('button', { name })
    const confirm = async (...places: (number | undefined)[]) => {
      await tick(page, ...places.map(Number))
      await stay(page)
      await plan(page)
      await dialog(page)
        .getByText(/^Straight to Bank Account/)
        .click()
      await expect(instead(/^Complete the tenure/)).toBeVisible()
      await expect(instead(/^Shift to a new address/)).toBeVisible()
    }
    await page.goto(`/demo/as/agent?customer=jaya&redirectUrl=${encodeURIComponent(start)}`)
    await confirm(mayMove, mayNot)
    await expect(instead(/^Transfer subscription/)).toHaveCount(0)
    await instead(/^Complete the tenure/).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.goto(`/dashboard${start}`)
    await confirm(mayMove)
    await instead(/^Transfer subscription/).click()
    const transfer = page.getByRole('dialog', { name: 'Transfer Ownership' })
    await expect(transfer.getByRole('checkbox', { checked: true })).toHaveCount(1)
    await expect(dialog(page)).toHaveCount(0)
    const live = '/api/Dashboards/getServiceRequest?activeStatus=true'
    expect(await city.get(await city.token('jaya'), live), 'nothing was asked for').toMatchObject({
      serviceRequests: [],
    })
  },
)
