import type { ElementHandle, Locator, Page } from '@playwright/test'
import { chooseDay } from '../support/calendar'
import type { City } from '../support/city'
import { goOffline, goOnline } from '../support/connection'
import { anyWidth, expect, test } from '../support/fixtures'

test.use({ ownCity: true })

const notSent = 'You are offline, so this was not sent and nothing was done.'

/** A persona's items on the server, with the request of each item. */
async function items(city: City, persona: string) {
  const token = await city.token(persona)
  const active = await city.get<{ subscriptions: object[] }>(token, '/api/Dashboards/getSubscriptions?status=active')
  const next = await city.get<object>(token, '/api/Dashboards/upcoming')
  return { ...active, ...next }
}

/** Presses a button without a network, sees the message, leaves, and gets the network back. */
async function pressInVain(page: Page, within: Locator, button: string, leave: () => Promise<void>) {
  await goOffline(page)
  await within.getByRole('button', { name: button, exact: true }).click()
  await expect(within.getByRole('alert').filter({ hasText: notSent })).toBeVisible()
  await expect(within.getByRole('button', { name: 'Try again' })).toBeVisible()
  await leave()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await goOnline(page)
}

async function leaveFlow(page: Page, flow: Locator): Promise<void> {
  await flow.getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('dialog', { name: 'Leave this request?' }).getByRole('button', { name: 'Leave' }).click()
}

test(
  'an extension that was pressed without a network, and its taking back, are not done later',
  anyWidth,
  async ({ page, signIn, city }) => {
    const start = await items(city, 'esha')
    await signIn('esha', '/home')
    await page.goto('/dashboard/home?requestType=extend-subscription')
    const flow = page.getByRole('dialog', { name: 'Extend Subscription' })
    const toConfirmation = async () => {
      await flow.getByRole('checkbox').first().check()
      await flow.getByRole('button', { name: 'Continue' }).click()
      await flow.getByRole('button', { name: 'Continue' }).click()
    }
    await toConfirmation()
    await expect(page.getByRole('region', { name: 'What you agree to' })).toBeVisible()
    const top = page.getByRole('dialog').last()
    await pressInVain(page, top, 'Extend', async () => {
      // The confirmation is a sheet above the flow.
      await page.goBack()
      await leaveFlow(page, flow)
    })
    expect(await items(city, 'esha')).toEqual(start)

    await page.goto('/dashboard/home?requestType=extend-subscription')
    await toConfirmation()
    await page.getByRole('button', { name: 'Extend', exact: true }).click()
    await page.getByRole('link', { name: 'Go Back' }).click()
    const extended = await items(city, 'esha')
    expect(extended).not.toEqual(start)
    const row = page.getByRole('link', { name: / is extended/ })
    const agreed = page.getByRole('dialog', { name: / is extended$/ })
    for (const leave of [
      () => agreed.getByRole('button', { name: 'Keep it' }).click(),
      () => agreed.getByRole('button', { name: 'Close' }).click(),
      () => page.keyboard.press('Escape'),
      () => page.goBack(),
    ]) {
      await row.click()
      await expect(agreed.getByText(/When you take it back/)).toBeVisible()
      await pressInVain(page, agreed, 'Take the extension back', async () => void (await leave()))
      expect(await items(city, 'esha')).toEqual(extended)
    }
  },
)

test(
  'a closure that was pressed without a network is not raised later; trying again raises it once',
  anyWidth,
  async ({ page, signIn, city }) => {
    const start = await items(city, 'jaya')
    await signIn('jaya', '/home?requestType=close-subscription')
    const flow = page.getByRole('dialog', { name: 'Close Subscription' })
    const toConfirmation = async () => {
      await flow.getByRole('checkbox').first().check()
      await flow.getByRole('button', { name: 'Continue' }).click()
      await expect(flow.getByRole('radio', { checked: true })).toBeVisible()
      await flow.getByRole('button', { name: 'Continue' }).click()
      await chooseDay(flow)
      await flow.getByRole('combobox', { name: 'Reason' }).selectOption({ index: 1 })
      await flow.getByRole('button', { name: 'Continue' }).click()
      await flow.getByText(/^Straight to Rentomoney/).click()
      await expect(flow.getByRole('heading', { name: 'Early closure charges' })).toBeVisible()
    }
    await toConfirmation()
    await pressInVain(page, flow, "I'd rather close anyway", () => leaveFlow(page, flow))
    expect(await items(city, 'jaya')).toEqual(start)

    await page.goto('/dashboard/home?requestType=close-subscription')
    await toConfirmation()
    await goOffline(page)
    await flow.getByRole('button', { name: "I'd rather close anyway" }).click()
    await expect(flow.getByRole('alert')).toContainText(notSent)
    await goOnline(page)
    await flow.getByRole('button', { name: 'Try again' }).click()
    await expect(page).toHaveURL((url) => url.searchParams.get('requestStep') === 'request-created-successfully')
    const { requests } = (await items(city, 'jaya')) as unknown as { requests: object[] }
    expect(requests).toHaveLength(1)
  },
)

test(
  'while an answer is on its way nobody leaves, by Back neither, and is told why',
  anyWidth,
  async ({ page, signIn, city }) => {
    await signIn('esha', '/home?requestType=extend-subscription')
    const flow = page.getByRole('dialog', { name: 'Extend Subscription' })
    await flow.getByRole('checkbox').first().check()
    await flow.getByRole('button', { name: 'Continue' }).click()
    await flow.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('region', { name: 'What you agree to' })).toBeVisible()
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    await page.route('**/extendOrderItems', async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('button', { name: 'Extend', exact: true }).click()
    const why = page.getByText('This is being sent. Please wait for the answer, 20 seconds at most.')
    let former: ElementHandle | null = null
    for (const leave of [
      () => page.goBack(),
      () => page.getByRole('button', { name: 'Close' }).last().click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await leave()
      // The message appears again and replaces the former one.
      // Do not wait for it to fade: the call ends after 20 seconds.
      if (former) await page.waitForFunction((node) => !node.isConnected, former)
      await expect(why).toBeVisible()
      former = await why.elementHandle()
      await expect(page).toHaveURL((url) => url.searchParams.get('requestStep') === 'extend-subscription-confirm')
    }
    letGo()
    await expect(page).toHaveURL((url) => url.searchParams.get('requestStep') === 'request-created-successfully')
    const { extensions } = (await items(city, 'esha')) as unknown as { extensions: object[] }
    expect(extensions).toHaveLength(1)
  },
)
