import type { Page } from '@playwright/test'
import { settled } from '../support/accessible'
import { expectTold } from '../support/books'
import type { City } from '../support/city'
import { anyWidth, expect, quick, test } from '../support/fixtures'
import { atProvider, captures, checkout, chooseGateway, expectPaid, openRazorpay, owed } from '../support/paying'

// How a second tab, or the end of the session, affects what a customer is doing.

test.use({ ownCity: true })

const devanagari = /[\u0900-\u097F]/

/** Chooses Hindi in the settings in a second tab. */
async function chooseHindi(page: Page): Promise<void> {
  const other = await page.context().newPage()
  await other.goto('/dashboard/settings')
  await other.getByRole('button', { name: 'हिन्दी' }).click()
  await expect(other.locator('html')).toHaveAttribute('lang', 'hi')
  await expect(other.getByRole('heading', { level: 1, name: 'सेटिंग' })).toBeVisible()
  await other.close()
}

/** Expects that everything on the page is English. The page changes its language only with a reload. */
async function expectEnglish(page: Page): Promise<void> {
  expect(await page.getByRole('dialog').allInnerTexts(), 'the words of the dialogs').not.toContainEqual(
    expect.stringMatching(devanagari),
  )
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
}

/** The agreed extensions of esha's items. */
async function extensions(city: City): Promise<object[]> {
  return (await city.get<{ extensions: object[] }>(await city.token('esha'), '/api/Dashboards/upcoming')).extensions
}

const flow = (page: Page) => page.getByRole('dialog', { name: 'Extend Subscription' })

async function toConfirmation(page: Page): Promise<void> {
  for (const _ of ['months', 'confirmation']) await flow(page).getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('region', { name: 'What you agree to' })).toBeVisible()
}

test(
  'another language in a second tab: a request goes on in the language in which it was begun',
  anyWidth,
  async ({ page, city, signIn }) => {
    await signIn('esha', '/home?requestType=extend-subscription')
    await flow(page).getByRole('checkbox').first().check()
    await chooseHindi(page)
    await toConfirmation(page)
    await expectEnglish(page)
    await page.getByRole('button', { name: 'Extend', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Go Back' })).toBeVisible()
    await expectEnglish(page)
    expect(await extensions(city)).toHaveLength(1)
    // New messages are in the chosen language.
    await expectTold(city, '9000000005', /अवधि बढ़ाई है/)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  },
)

test(
  'another language in a second tab: a payment goes on in the language in which it was begun',
  anyWidth,
  async ({ page, city, signIn }) => {
    const before = await captures(city)
    await signIn('kabir')
    await chooseGateway(page)
    await chooseHindi(page)
    await openRazorpay(page)
    await expectEnglish(page)
    await expect(checkout(page).locator('html'), 'the page of the gateway').toHaveAttribute('lang', 'en-IN')
    await atProvider(page, 'Success')
    await expectPaid(page)
    await expectEnglish(page)
    await settled(page)
    await page.goBack()
    await expect(page.getByRole('dialog', { name: 'Rate your experience' })).toBeVisible()
    await expectEnglish(page)
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('main')).not.toHaveText(devanagari)
    expect(await owed(city, 'kabir')).toBe(0)
    expect(await captures(city)).toBe(before + 1)
    await expectTold(city, '9000000011', /हमें आपका ₹.* का भुगतान/)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  },
)

test('a session that ends in the middle of a request: nothing was asked for, and who signs in again goes on there', {
  tag: [quick.tag, anyWidth.tag],
}, async ({ page, city, signIn }) => {
  // Without the event stream, the page learns that the session ended from the response to its next call.
  await page.route('**/api/events*', (route) => route.abort())
  await signIn('esha', '/home?requestType=extend-subscription')
  await flow(page).getByRole('checkbox').first().check()
  await toConfirmation(page)
  await page.evaluate(async () => {
    const Authorization = window.localStorage.getItem('accessTokenId') ?? ''
    await fetch('/api/RMUsers/logout', { method: 'POST', headers: { Authorization, 'Idempotency-Key': 'ended' } })
  })
  await page.getByRole('button', { name: 'Extend', exact: true }).click()
  await page.getByRole('link', { name: 'Sign in to your dashboard' }).click()
  await expect(page.getByText('Your session ended')).toBeVisible()
  await page.getByLabel('Mobile number').fill('9000000005')
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('6-digit code').fill('123456')
  await expect(page.getByRole('region', { name: 'What you agree to' })).toBeVisible()
  expect(await extensions(city)).toEqual([])
  await page.getByRole('button', { name: 'Extend', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Go Back' })).toBeVisible()
  expect(await extensions(city)).toHaveLength(1)
  await expectTold(city, '9000000005', /you extended .*: the tenure ends on/)
})
