import { expectAccessible } from '../support/accessible'
import { expectTold, expectUnbroken, invoicePath, rentLines } from '../support/books'
import { onDesktop } from '../support/browser'
import type { City } from '../support/city'
import { toClosureCharges } from '../support/closing'
import { anyWidth, expect, quick, test } from '../support/fixtures'
import { owed, sumIn } from '../support/paying'

test.use({ ownCity: true })

const DAY = 86_400_000
const eshasNumber = '9000000005'

/** The end of the tenure of each of esha's items, by the item's name. */
async function tenures(city: City): Promise<Map<string, string>> {
  const { subscriptions } = await city.get<{ subscriptions: { name: string; expectedClosureDate: string }[] }>(
    await city.token('esha'),
    '/api/Dashboards/getSubscriptions?status=active',
  )
  return new Map(subscriptions.map(({ name, expectedClosureDate }) => [name, expectedClosureDate]))
}

/**
 * The items whose tenure ends first, with their rents. Six months cost five percent less, in whole rupees.
 */
const extended = new Map([
  ['Fabric sofa, 2 seater', { now: 799, later: 759 }],
  ['Coffee table', { now: 249, later: 237 }],
])

test(
  'esha keeps two items for six months more, at the new rent from the end of their tenure on (EXTEND-01 to EXTEND-08, FLOW-03, SUCCESS-02)',
  quick,
  async ({ page, signIn, city }) => {
    const before = await tenures(city)
    await signIn('esha', '/home?requestType=extend-subscription')
    const flow = page.getByRole('dialog', { name: 'Extend Subscription' })
    await expect(flow.getByText('Step 1 of 2')).toBeVisible()
    const boxes = flow.getByRole('checkbox')
    await expect(boxes).toHaveCount(3)
    await expect(flow.getByRole('button', { name: 'Continue' })).toBeDisabled()
    for (const name of extended.keys()) await flow.getByRole('checkbox', { name }).check()
    await flow.getByRole('button', { name: 'Continue' }).click()

    await expect(page).toHaveURL((url) => url.searchParams.get('requestStep') === 'choose-extend-subscription-month')
    await expect(flow.getByText('Step 2 of 2')).toBeVisible()
    await expect(flow.getByRole('radio', { name: '3 months' })).toBeChecked()
    await flow.getByRole('radio', { name: '6 months' }).check()
    await expect(flow.getByRole('listitem')).toHaveCount(2)
    await expectAccessible(page)
    await flow.getByRole('button', { name: 'Continue' }).click()

    await expect(page).toHaveURL((url) => url.searchParams.get('requestStep') === 'extend-subscription-confirm')
    if (onDesktop(page)) await expect(flow.getByRole('heading', { name: 'Extend by 6 months' })).toBeVisible()
    else await expect(page.getByRole('dialog', { name: 'Extend by 6 months' })).toBeVisible()
    await expectAccessible(page)
    await page.goBack()
    await expect(flow.getByRole('radio', { name: '6 months' })).toBeChecked()
    await flow.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Extend', exact: true }).click()

    await expect(page).toHaveURL((url) => url.searchParams.get('requestStep') === 'request-created-successfully')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Go Back' }).click()
    await expect(page).toHaveURL((url) => url.pathname.endsWith('/home') && !url.searchParams.has('requestType'))
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const after = await tenures(city)
    for (const [name, end] of before) {
      const days = (Date.parse(after.get(name) ?? '') - Date.parse(end)) / DAY
      expect(days, name).toBeCloseTo(extended.has(name) ? 182.5 : 0, -1)
    }
    await page.goto('/dashboard/my-subscriptions/active-subscriptions')
    for (const end of after.values()) {
      const words = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(end))
      await expect(page.getByRole('main').getByText(words).first()).toBeVisible()
    }

    // The bills until the old tenure ends. They do not depend on the width.
    if (onDesktop(page)) return
    await city.advance('P4M1D')
    for (const [name, { now, later }] of extended) {
      const end = before.get(name) ?? ''
      const lines = await rentLines(city, 'esha', name)
      expectUnbroken(lines)
      expect(lines.filter(({ from }) => from < end).map(({ rate }) => rate)).toContain(now)
      for (const { from, rate } of lines) expect(rate, from).toBe(from < end ? now : later)
      await page.goto(`/dashboard${invoicePath(lines.find(({ from }) => from === end))}`)
      const words = page.getByText(`days at ₹${later} a month`)
      await expect(words.filter({ visible: true })).toBeVisible()
    }
  },
)

test(
  'esha extends an item and takes it back: home, the books and the inbox are as if it had never been',
  anyWidth,
  async ({ page, signIn, city }) => {
    const [name, { now }] = [...extended][0] as [string, { now: number }]
    const before = await tenures(city)
    await signIn('esha', '/home?requestType=extend-subscription')
    const flow = page.getByRole('dialog', { name: 'Extend Subscription' })
    await flow.getByRole('checkbox', { name }).check()
    await flow.getByRole('button', { name: 'Continue' }).click()
    await flow.getByRole('radio', { name: '6 months' }).check()
    await flow.getByRole('button', { name: 'Continue' }).click()
    const binds = page.getByRole('region', { name: 'What you agree to' })
    await expect(binds.getByText('but never more than the rent that is left')).toBeVisible()
    await expect(binds.getByText(/You can take this extension back until/)).toBeVisible()
    await page.getByRole('button', { name: 'Extend', exact: true }).click()
    await page.getByRole('link', { name: 'Go Back' }).click()

    await page.getByRole('link', { name: `${name} is extended` }).click()
    const agreed = page.getByRole('dialog', { name: `${name} is extended` })
    await expect(agreed.getByText(`the rent stays ₹${now} a month`)).toBeVisible()
    await expectAccessible(page)
    await agreed.getByRole('button', { name: 'Take the extension back' }).click()
    await expect(page.getByText('The extension was taken back.')).toBeVisible()
    await expect(page.getByRole('link', { name: `${name} is extended` })).toHaveCount(0)
    expect(await tenures(city)).toEqual(before)

    await page.goto('/demo/inbox')
    await expect(page.getByText(`The extension of ${name} is taken back`)).toHaveCount(1)
    await city.advance('P4M1D')
    const lines = await rentLines(city, 'esha', name)
    expectUnbroken(lines)
    expect(new Set(lines.map(({ rate }) => rate))).toEqual(new Set([now]))
  },
)

test('esha extends an item twice: each row opens its own, the later one is taken back first, and the focus stays on the list', async ({
  page,
  signIn,
  city,
}) => {
  const [name] = [...extended][0] as [string, object]
  const extend = async (...compared: string[]) => {
    await page.goto('/dashboard/home?requestType=extend-subscription')
    const flow = page.getByRole('dialog', { name: 'Extend Subscription' })
    await flow.getByRole('checkbox', { name }).check()
    await flow.getByRole('button', { name: 'Continue' }).click()
    await flow.getByRole('radio', { name: '6 months' }).check()
    for (const words of compared) await expect(flow.getByText(words).first()).toBeVisible()
    await flow.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Extend', exact: true }).click()
    await page.getByRole('link', { name: 'Go Back' }).click()
  }
  await signIn('esha')
  await extend('Rent now', 'All items now', '₹799')
  // Another six months, with a lower rent than that of the first extension, which has not started yet.
  await extend('Rent until', 'All items before', '₹759', '₹721')

  const rows = page.getByRole('link', { name: `${name} is extended` })
  await expect(rows).toHaveCount(2)
  await rows.first().click()
  const agreed = page.getByRole('dialog', { name: `${name} is extended` })
  await expect(agreed.getByText(/^The extension from .* has to be taken back first\.$/)).toBeVisible()
  await expect(agreed.getByText(/You can take this extension back/)).toHaveCount(0)
  await expectAccessible(page)
  await agreed.getByRole('link', { name: /^See the extension from/ }).click()
  const takeBack = agreed.getByRole('button', { name: 'Take the extension back' })
  await expect(agreed.getByText(/^When you take it back, .* from \d/)).toBeVisible()
  await takeBack.click()
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await rows.click()
  await takeBack.click()
  await expect(rows).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  expect((await tenures(city)).size).toBe(3)
})

test('before a closure that costs because of it an extension is taken back, and the closure goes on: what is owed is the lower charge, and both are told', async ({
  page,
  signIn,
  city,
}) => {
  const [name] = [...extended][0] as [string, object]
  const charge = async () => Number((await sumIn(flow))?.replace(/[₹,]/g, ''))
  const flow = page.getByRole('dialog', { name: 'Close Subscription' })
  await signIn('esha', '/home?requestType=extend-subscription')
  const extending = page.getByRole('dialog', { name: 'Extend Subscription' })
  await extending.getByRole('checkbox', { name }).check()
  await extending.getByRole('button', { name: 'Continue' }).click()
  await extending.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Extend', exact: true }).click()
  await page.getByRole('link', { name: 'Go Back' }).click()
  await expect(page.getByRole('link', { name: `${name} is extended` })).toBeVisible()

  await page.goto('/dashboard/home?requestType=close-subscription')
  await toClosureCharges(flow, name)
  const before = await charge()
  await flow.getByRole('button', { name: /^Take the extension back first/ }).click()
  const agreed = page.getByRole('dialog', { name: `${name} is extended` })
  await expect(flow).toHaveCount(0)
  await expectAccessible(page)
  await agreed.getByRole('button', { name: 'Take the extension back' }).click()
  await expect(page).toHaveURL((url) => url.searchParams.get('requestStep') === 'close-subscription-confirmation')
  const review = flow.getByRole('region', { name: 'What you are about to ask for' })
  await expect(review).toContainText(name)
  await expect(review).toContainText('To Rentomoney')
  await expect(flow.getByRole('button', { name: /^Take the extension back first/ })).toHaveCount(0)
  const after = await charge()
  expect(after).toBeLessThanOrEqual(before)
  await flow.getByRole('button', { name: "I'd rather close anyway" }).click()
  await expect(flow.getByRole('heading', { name: 'Request Created Successfully' })).toBeVisible()
  expect(await owed(city, 'esha')).toBe(after)
  await expectTold(city, eshasNumber, new RegExp(`you took the extension of ${name} back`))
  await expectTold(city, eshasNumber, /we received your request T\S+ \(closure\)/i)
})

test(
  'a step without its choice leads back, and an agent finds the flow in the list (CREATE-05, ROLE-04)',
  anyWidth,
  async ({ page, signIn }) => {
    await signIn('esha', '/home?requestType=extend-subscription&requestStep=extend-subscription-confirm')
    await expect(page).toHaveURL((url) => !url.searchParams.has('requestType'))
    await page.goto('/dashboard/home?requestType=create-new-request')
    const list = page.getByRole('dialog', { name: 'Create a new request' })
    await expect(list.getByRole('link', { name: /Repair request/ })).toBeVisible()
    await expect(list.getByRole('link', { name: /Extend Subscription/ })).toHaveCount(0)
  },
)
