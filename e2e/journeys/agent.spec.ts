import type { Browser, Locator, Page } from '@playwright/test'
import { expectAccessible, settled } from '../support/accessible'
import { expectTold } from '../support/books'
import { chooseDay } from '../support/calendar'
import type { City } from '../support/city'
import { anyWidth, connect, expect, ownSizes, quick, test } from '../support/fixtures'
import { atProvider, captures, chooseGateway, expectPaid, openRazorpay, owed, referenceOf } from '../support/paying'
import { expectFitsEverywhere } from '../support/reflow'

const mark = (page: Page) => page.getByText(/^Agent's screen · customer: (?:Asha Nair|Esha Kapoor|Kabir Bhatt)$/)

async function signInAsAgent(page: Page, path: string, customer = 'esha'): Promise<void> {
  await page.goto(`/demo/as/agent?customer=${customer}&redirectUrl=${encodeURIComponent(path)}`)
  await page.getByRole('button', { name: 'Yes, it is me' }).click()
}

test(
  "every screen of an agent's session says so, after its notice was closed and a reload",
  quick,
  async ({ page }) => {
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
  },
)

test("an agent's sidebar fits a window of 900 px", ownSizes, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInAsAgent(page, '/home')
  await settled(page)
  const sidebar = page
    .getByRole('complementary')
    .filter({ has: page.getByRole('navigation', { name: 'Dashboard menu' }) })
  expect(await sidebar.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)
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
    await signInAsAgent(page, '/home')
    await page.goto('/dashboard/home?requestType=extend-subscription')
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

test.describe('beside the customer', () => {
  test.use({ ownCity: true })

  /** The page of an agent's browser in a customer's account. */
  async function agentOf(browser: Browser, city: City, customer: string, path = '/home'): Promise<Page> {
    const context = await browser.newContext({ baseURL: city.url })
    await connect(context, city)
    const page = await context.newPage()
    await signInAsAgent(page, path, customer)
    return page
  }

  /** Sends a call that no screen of an agent sends, and returns its status. */
  const send = (page: Page, path: string, body: object) =>
    page.evaluate(
      async ([path, body]) => {
        const headers = {
          Authorization: localStorage.getItem('accessTokenId') ?? '',
          'Content-Type': 'application/json',
          'Idempotency-Key': path,
        }
        return (await fetch(path, { method: 'POST', headers, body })).status
      },
      [path, JSON.stringify(body)] as const,
    )

  test(
    "a payment that the customer has begun is not the agent's to make, who sees it made",
    anyWidth,
    async ({ page, browser, city, signIn }) => {
      const before = await captures(city)
      await signIn('kabir')
      await chooseGateway(page)
      await openRazorpay(page)
      const agent = await agentOf(browser, city, 'kabir')
      const pay = agent.getByRole('main').getByRole('button', { name: /Pay Now/ })
      await pay.click()
      const refused = agent.getByRole('dialog', { name: 'Payment failed' })
      await expect(refused).toContainText('An agent cannot do this for a customer.')
      await refused.getByRole('button', { name: 'Close' }).first().click()
      expect(await captures(city)).toBe(before)
      await atProvider(page, 'Success')
      await expectPaid(page)
      const reference = await referenceOf(page)
      await expect(pay, "nothing is due on the agent's screen either").toHaveCount(0)
      expect(await owed(city, 'kabir')).toBe(0)
      expect(await captures(city)).toBe(before + 1)
      await expectTold(city, '9000000011', new RegExp(`we received your payment of .* reference is ${reference}\\.`))
      await agent.context().close()
    },
  )

  test(
    "a transfer that an agent asks for stands in the way of the closure that the customer is about to send, and is the receiver's to answer",
    anyWidth,
    async ({ page, browser, city, signIn }) => {
      const [before, start] = [await owed(city, 'jaya'), '/home?requestType=close-subscription']
      await signIn('jaya', start)
      const flow = page.getByRole('dialog', { name: 'Close Subscription' })
      await flow.getByRole('checkbox', { name: /Wooden sofa set/ }).check()
      await flow.getByRole('button', { name: 'Continue' }).click()
      await expect(flow.getByRole('radio', { checked: true })).toBeVisible()
      await flow.getByRole('button', { name: 'Continue' }).click()
      await chooseDay(flow)
      await flow.getByRole('combobox', { name: 'Reason' }).selectOption({ index: 1 })
      await flow.getByRole('button', { name: 'Continue' }).click()
      await flow.getByText(/^Straight to Rentomoney/).click()
      await expect(flow.getByRole('heading', { name: 'Early closure charges' })).toBeVisible()

      const { activeProductLists } = await city.get<{ activeProductLists: { id: number; name: string }[] }>(
        await city.token('jaya'),
        '/api/Dashboards/dashboardData',
      )
      const sofa = activeProductLists.find(({ name }) => name.startsWith('Wooden sofa set'))
      const offer = { requestType: 690, orderItemIds: [sofa?.id], orderItemCount: 1, mobileNumber: '9000000011' }
      const agent = await agentOf(browser, city, 'jaya')
      expect(await send(agent, '/api/ServiceRequests/createNewTicket', { data: offer })).toBeLessThan(300)
      await expectTold(city, '9000000010', /Our agent did this in your account/)

      await flow.getByRole('button', { name: "I'd rather close anyway" }).click()
      await expect(flow.getByRole('alert')).toContainText('Ownership Transfer')
      await expect(page).toHaveURL((url) => !url.searchParams.has('requestStep'))
      expect(await owed(city, 'jaya'), 'nothing is charged').toBe(before)

      const other = await agentOf(browser, city, 'kabir', '/my-subscriptions/all-requests')
      const card = other.getByRole('article', { name: /Jaya .* wants to hand items over to you/ })
      await expect(card).toBeVisible()
      await expect(card.getByRole('button', { name: 'Accept' })).toHaveCount(0)
      await expect(card.getByRole('button', { name: 'Decline' })).toHaveCount(0)
      const { transfers } = await incoming(city)
      expect(transfers.map(({ status }) => status)).toEqual(['raised'])
      for (const call of ['acceptTransfer', 'declineTransfer']) {
        const answer = { ticketId: transfers[0]?.ticketId, addressId: 1 }
        expect(await send(other, `/api/ServiceRequests/${call}`, answer), call).toBe(403)
      }
      expect((await incoming(city)).transfers).toEqual(transfers)
      await agent.context().close()
      await other.context().close()
    },
  )

  const incoming = async (city: City) =>
    city.get<{ transfers: { ticketId: string; status: string }[] }>(
      await city.token('kabir'),
      '/api/ServiceRequests/incomingTransfers',
    )
})

test('who has not said yet whether the link was meant for them has it below the mark', async ({ page }) => {
  await page.goto('/demo/as/agent?customer=esha&redirectUrl=%2Fhome%3FrequestType%3Drepair-request')
  await expectAboveDialogs(page, page.getByRole('dialog', { name: 'Repair Request' }))
})

test('the mark fits, and goes with the session', ownSizes, async ({ page, signIn }) => {
  await signInAsAgent(page, '/home')
  await expect(mark(page)).toBeVisible()
  await expectFitsEverywhere(page)
  await page.evaluate(() => localStorage.clear())
  await signIn('esha')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(mark(page)).toHaveCount(0)
})

/** Expects that dialogs start below the agent mark and end on the screen. */
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

/** Expects that nothing covers the agent mark, and that the page starts below it. */
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
