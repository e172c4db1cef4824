import type { Browser, Page } from '@playwright/test'
import type { City } from '../support/city'
import { anyWidth, connect, expect, quick, test } from '../support/fixtures'

test.use({ ownCity: true })

/** A page in another browser. */
async function elsewhere(browser: Browser, city: City): Promise<Page> {
  const context = await browser.newContext({ baseURL: city.url })
  await connect(context, city)
  return context.newPage()
}

async function signInAt(page: Page, persona: string): Promise<void> {
  await page.goto(`/demo/as/${persona}?redirectUrl=/home`)
  await page.waitForURL('**/dashboard/home')
}

const cityPage = (url: URL) => url.searchParams.get('popup') === 'login'
const asksToSignIn = (url: URL) => cityPage(url) || url.pathname === '/dashboard/login'

test(
  'a session that is ended elsewhere leaves each tab of its browser by itself',
  anyWidth,
  async ({ city, browser }) => {
    const tab = await elsewhere(browser, city)
    const heard = tab.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/events' && answer.ok())
    await signInAt(tab, 'leela')
    const beside = await tab.context().newPage()
    await beside.goto('/dashboard/settings')
    await expect(beside.getByRole('heading', { level: 1 })).toBeVisible()
    await heard
    const { accessTokenId } = await city.token('leela')
    const ended = await fetch(`${city.url}/api/RMUsers/endOtherSessions`, {
      method: 'POST',
      headers: { Authorization: accessTokenId },
    })
    expect(ended.ok).toBe(true)
    // The first page to hear of it leaves for the city page.
    // The session was shared, so the other page leaves too.
    await expect(tab).toHaveURL(asksToSignIn)
    await expect(beside).toHaveURL(asksToSignIn)
    await tab.context().close()
  },
)

test.describe('sessions', () => {
  test('of other browsers end from the settings, at their next act', { tag: [quick.tag, anyWidth.tag] }, async ({
    page,
    city,
    browser,
    signIn,
  }) => {
    const other = await elsewhere(browser, city)
    // Without the event stream, the other browser does not leave by itself.
    await other.route('**/api/events*', (route) => route.abort())
    await signInAt(other, 'leela')
    await signIn('leela', '/settings')
    const places = page.getByRole('listitem').filter({ hasText: 'Last seen' })
    await expect(places).toHaveCount(2)
    await expect(places.getByText('This device')).toHaveCount(1)
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await expect(places).toHaveCount(1)
    await other.goto('/dashboard/settings')
    await other.waitForURL(cityPage)
    await page.reload()
    await expect(places).toHaveCount(1)
    await other.context().close()
  })

  test('that a link opened name their account and end for who is somebody else', anyWidth, async ({ page, city }) => {
    const link = await fetch(`${city.url}/demo/as/asha`, { redirect: 'manual' })
    const address = link.headers.get('location') ?? ''
    await page.goto(address)
    await page.waitForURL('**/dashboard/home')
    const notice = page.getByRole('complementary', { name: 'Account opened by a link' })
    await expect(notice).toContainText('Opened by a link: A••• N•••, ••••••0001')
    const token = await page.evaluate(() => localStorage.getItem('accessTokenId'))
    await notice.getByRole('button', { name: 'This is not me' }).click()
    await page.waitForURL('**/dashboard/login?disowned=true')
    await expect(page.getByLabel('Mobile number')).toBeVisible()
    await expect(page.getByText('You are signed out of that account')).toBeVisible()
    await expect(notice).toBeHidden()
    const ended = await fetch(`${city.url}/api/Dashboards/dashboardData`, { headers: { Authorization: token ?? '' } })
    expect(ended.status).toBe(401)
    await page.goto(address)
    await expect(page.getByText('This sign-in link does not work any more')).toBeVisible()
  })

  test('that a link opened leave what is due in the first view, and the notice goes', async ({ page, signIn }) => {
    await signIn('asha')
    const notice = page.getByRole('complementary', { name: 'Account opened by a link' })
    await expect(page.getByRole('main').getByRole('button', { name: /Pay Now/ })).toBeInViewport({ ratio: 1 })
    expect((await notice.boundingBox())?.height).toBeLessThanOrEqual(96)
    await notice.getByRole('button', { name: 'Yes, it is me' }).click()
    await expect(notice).toBeHidden()
  })
})
