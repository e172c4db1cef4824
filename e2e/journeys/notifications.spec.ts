import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import type { City } from '../support/city'
import { anyWidth, expect, quick, test } from '../support/fixtures'
import { deliver, endpointOf, pushedTo, shown, usePush, watchNotifications } from '../support/push'
import { realTime } from '../support/real-time'
import { revoke } from '../support/requests'

// Notifications on this device, from the question on home to what the service worker shows.
// The push service is the sandbox's, which decrypts the messages.
test.use({ ownCity: true, serviceWorkers: 'allow' })

const question = (page: Page) => page.getByRole('complementary', { name: 'Be notified on this device?' })

/** Changes the payout details, about which the customer is told at any hour. */
async function changePayee(city: City, persona: string, vpa: string): Promise<void> {
  const token = await city.token(persona)
  const body = { userId: token.userId, details: { vpa } }
  expect((await city.send(token, '/api/UserProfiles/setUpiDetails', body)).status).toBe(200)
}

const titles = async (endpoint: string) => (await pushedTo(endpoint)).map(({ title }) => title)

test(
  'CONST-15, CONST-16, CONST-17: home asks, the device is registered, and what is told is shown there',
  quick,
  async ({ page, context, city, signIn }) => {
    await usePush(context)
    await signIn('esha')
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(question(page)).toBeVisible()
    expect(await page.evaluate(() => performance.now()), 'not before three seconds').toBeGreaterThan(3000)
    await expectAccessible(page)
    for (const { name, from } of [
      { name: 'Need help?', from: page },
      { name: 'Turn on notifications', from: question(page) },
    ]) {
      await from.getByRole('button', { name }).click({ trial: true }) // nothing covers either of them
    }
    await question(page).getByRole('button', { name: 'Turn on notifications' }).click()
    await expect(page.getByText('Notifications are on for this device.')).toBeVisible()
    await expect(question(page)).toHaveCount(0)

    const endpoint = await endpointOf(page)
    const cookies = await context.cookies(`${city.url}/dashboard/home`)
    const days = ({ expires }: { expires: number }) => Math.round((expires * 1000 - realTime()) / 86_400_000)
    expect(cookies.map((cookie) => [cookie.name, cookie.path, days(cookie)]).sort()).toEqual([
      ['firebaseDeviceToken', '/dashboard', 60],
      ['isContactPermissionAllowed', '/dashboard', 60],
      ['notificationsAsked', '/dashboard', 7],
    ])

    await changePayee(city, 'esha', 'esha@okaxis')
    await expect.poll(() => titles(endpoint)).toHaveLength(1)
    const [message] = await pushedTo(endpoint)
    if (!message) throw new Error('nothing has come')
    await watchNotifications(page)
    for (const _ of ['once', 'twice']) await deliver(page, city, message)
    await expect.poll(() => shown(page)).toEqual([{ title: message.title, body: message.text, tag: message.tag }])

    const again = page.waitForResponse((answer) => answer.url().endsWith('/api/messageToken'))
    await page.reload()
    expect((await again).status(), 'registered at the next visit').toBe(200)
    await expect(question(page)).toHaveCount(0)

    await page.goto('/dashboard/settings')
    await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL(/isUserLoggedOut=true/)
    await changePayee(city, 'esha', 'esha@okicici')
    expect((await fetch(endpoint, { method: 'POST', headers: { TTL: '60' } })).status, 'unsubscribed').not.toBe(201)
    expect(await titles(endpoint), 'nothing more since').toHaveLength(1)
  },
)

test(
  'what is switched off does not come to the device, and nothing once it is turned off',
  anyWidth,
  async ({ page, context, city, signIn }) => {
    await usePush(context)
    await signIn('indu', '/settings')
    const settings = page.getByRole('main')
    await settings.getByRole('button', { name: 'Turn on notifications' }).click()
    await expect(settings.getByText(/^They are on/)).toBeVisible()
    const endpoint = await endpointOf(page)

    const money = page.getByRole('group', { name: 'Invoices, payments and refunds' })
    const kept = page.waitForResponse((answer) => answer.url().includes('/setNotificationPreferences'))
    await money.getByRole('checkbox', { name: 'Notifications on your devices' }).uncheck()
    expect((await kept).status()).toBe(200)
    await revoke(city, 'indu', 'Repair')
    await changePayee(city, 'indu', 'indu@okaxis')
    await expect.poll(() => titles(endpoint)).toEqual(['Your refund details were changed'])

    await settings.getByRole('button', { name: 'Turn off notifications' }).click()
    await expect(settings.getByText(/^They are off/)).toBeVisible()
    await changePayee(city, 'indu', 'indu@okicici')
    expect(await titles(endpoint), 'once it is off').toHaveLength(1)
  },
)

test('who has blocked notifications reads how to allow them, and is not asked', anyWidth, async ({ page, signIn }) => {
  await signIn('esha', '/settings')
  const settings = page.getByRole('main')
  await expect(settings.getByText('Your browser blocks notifications')).toBeVisible()
  await expect(settings.getByRole('button', { name: /notifications/ })).toHaveCount(0)
  await expectAccessible(page)
})
