import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { onDesktop } from '../support/browser'
import { type City, midMonth } from '../support/city'
import { goOffline, goOnline } from '../support/connection'
import { openStaffConsole, signInAtConsole } from '../support/console'
import { anyWidth, expect, quick, test } from '../support/fixtures'
import { realTime } from '../support/real-time'
import { setForCities } from '../support/settings'

test.use({ ownCity: true })

const help = (page: Page) => page.getByRole('complementary', { name: 'Need help?' })
const said = (room: Locator | Page) => room.getByRole('log').getByRole('listitem')

/** The chat: a dialog on a phone, beside the page on desktop. */
const room = (page: Page) => (onDesktop(page) ? help(page) : page.getByRole('dialog', { name: 'Chat with support' }))

async function openChat(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Need help?' }).click()
  await help(page).getByRole('button', { name: 'Chat With Us' }).click()
  await expect(page.getByRole('textbox', { name: 'Write a message' })).toBeVisible()
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Write a message' }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

/** The texts of the customer that the server has. */
async function words(city: City, persona: string): Promise<string[]> {
  const token = await city.token(persona)
  const { messages } = await city.get<{ messages: { text?: string }[] }>(token, '/api/Chatbots/conversation')
  return messages.flatMap(({ text }) => text ?? [])
}

test(
  'a customer asks, a person of the company answers, and both see it live (PROD-11, HELP-05)',
  quick,
  async ({ page, signIn, city, browser }) => {
    await signIn('asha')
    await openChat(page)
    await expectAccessible(page)
    if (onDesktop(page)) {
      for (const link of await page.getByRole('navigation', { name: 'Dashboard menu' }).getByRole('link').all())
        await link.click({ trial: true }) // nothing covers the menu
    }
    await room(page)
      .getByRole('button', { name: /is due$/ })
      .click()
    await expect(said(page).filter({ hasText: /is due now/ })).toBeVisible()
    await expect(said(page).getByRole('button', { name: 'Pay Now' })).toBeVisible()

    const staff = await openStaffConsole(browser, city)
    await expect(staff.getByRole('link', { name: /Asha/ })).toHaveCount(0)
    await page.getByLabel('Attach a picture').setInputFiles({
      name: 'fridge.png',
      mimeType: 'image/png',
      buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 200, height: 120 } }),
    })
    await expect(room(page).getByRole('img', { name: 'Picture' })).toBeVisible()
    await write(page, 'The fridge does not cool.\nIt is quite loud, too.')
    await expect(said(page).filter({ hasText: 'A person of our team reads this' })).toHaveCount(1)
    await expectAccessible(page)

    await staff.getByRole('link', { name: /Asha/ }).click()
    await expect(staff.getByRole('heading', { name: 'Asha Nair' })).toBeVisible()
    await expect(staff.getByRole('listitem').filter({ hasText: 'It is quite loud, too.' })).toBeVisible()
    await expect(staff.getByRole('img')).toBeVisible()
    await expect(staff.getByText(/90000000|example\.in/)).toHaveCount(0)
    await expectAccessible(staff)
    await staff.getByLabel('Answer').fill('We come tomorrow at ten.')
    await staff.getByRole('button', { name: 'Send' }).click()
    await expect(said(page).filter({ hasText: 'We come tomorrow at ten.' })).toContainText('Meera, support team')

    // The next message appears at the console by itself, and the answer being written there stays.
    await staff.getByLabel('Answer').fill('Half a sentence')
    await write(page, 'Thank you!')
    await expect(staff.getByRole('listitem').filter({ hasText: 'Thank you!' })).toBeVisible()
    await expect(staff.getByLabel('Answer')).toHaveValue('Half a sentence')
    await page.getByRole('button', { name: onDesktop(page) ? 'Close' : 'Leave the chat' }).click()
    await staff.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByRole('button', { name: /Need help\?.*1 answer/ })).toBeVisible()
    await staff.getByRole('button', { name: 'Close the chat' }).click()
    await expect(staff.getByRole('heading', { name: 'Chats' })).toBeVisible()
    // Closing does not ask for a confirmation, and one press undoes it.
    await expectAccessible(staff)
    await staff.getByRole('button', { name: 'Open again' }).click()
    await expect(staff.getByRole('listitem').filter({ hasText: 'This conversation is open again.' })).toBeVisible()
    await staff.getByRole('button', { name: 'Close the chat' }).click()
    await expect(staff.getByRole('status')).toHaveText('The chat with Asha Nair is closed.')
    // While an answer waits, Need help opens the chat directly, without options.
    await page.getByRole('button', { name: /Need help\?.*1 answer/ }).click()
    await expect(said(page).last()).toContainText('This conversation is closed.')
    await page.getByRole('button', { name: onDesktop(page) ? 'Close' : 'Leave the chat' }).click()
    await expect(page.getByRole('button', { name: /Need help\?.*answer/ })).toHaveCount(0)
    await expectAccessible(staff)
    await staff.getByRole('button', { name: 'Sign out' }).click()
    await staff.goto('/support')
    await expect(staff.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await staff.context().close()
  },
)

test('a message without a network says that it was not sent, and is sent once when it is sent again', async ({
  page,
  signIn,
  city,
}) => {
  await signIn('bilal')
  await openChat(page)
  await goOffline(page)
  await write(page, 'Are you there?')
  await expect(said(page).filter({ hasText: 'Are you there?' })).toContainText('Not sent')
  await expectAccessible(page)
  await goOnline(page)
  expect(await words(city, 'bilal')).toEqual([])
  await said(page).getByRole('button', { name: 'Try again' }).click()
  await expect(said(page).filter({ hasText: 'A person of our team reads this' })).toBeVisible()
  expect(await words(city, 'bilal')).toEqual(['Are you there?'])

  // The message arrives, but its response is lost. The message is found again and shown once.
  await page.route('**/api/Chatbots/sendMessage', async (route) => {
    await route.fetch()
    await route.abort()
  })
  const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/sendMessage'))
  await write(page, 'I am at home until six.')
  await lost
  await expect(said(page).filter({ hasText: 'I am at home until six.' })).toHaveCount(1)
  await expect(said(page).filter({ hasText: 'Not sent' })).toHaveCount(0)
  await page.unroute('**/api/Chatbots/sendMessage')
  expect(await words(city, 'bilal')).toEqual(['Are you there?', 'I am at home until six.'])

  // An unsent message and the current draft survive a reload.
  // The unsent message is announced and can be removed.
  await page.route('**/api/Chatbots/sendMessage', (route) => route.abort())
  await write(page, 'Forget it.')
  await expect(said(page).filter({ hasText: 'Forget it.' })).toContainText('Not sent')
  await page.getByRole('textbox', { name: 'Write a message' }).fill('Half a sentence')
  await page.reload()
  await page.getByRole('button', { name: 'Need help? 1 not sent' }).click()
  await expect(page.getByRole('textbox', { name: 'Write a message' })).toHaveValue('Half a sentence')
  await said(page).filter({ hasText: 'Forget it.' }).getByRole('button', { name: 'Remove' }).click()
  await expect(said(page).filter({ hasText: 'Forget it.' })).toHaveCount(0)
  expect(await words(city, 'bilal')).toEqual(['Are you there?', 'I am at home until six.'])
})

test(
  'what the chat is opened for is said once in 15 minutes (DIALOG-17, CONST-18)',
  anyWidth,
  async ({ page, signIn, context }) => {
    await signIn('esha', '/home?openChat=area')
    await expect(said(page).filter({ hasText: 'Which area and pincode is it?' })).toHaveCount(1)
    const launched = (await context.cookies()).find(({ name }) => name === 'chatLaunchMessage')
    const seconds = (launched?.expires ?? 0) - realTime() / 1000
    expect(seconds).toBeGreaterThan(14 * 60)
    expect(seconds).toBeLessThanOrEqual(15 * 60)
    await page.goto('/dashboard/home?openChat=area')
    await expect(page.getByRole('textbox', { name: 'Write a message' })).toBeVisible()
    await expect(said(page).filter({ hasText: 'You do not serve the area' })).toHaveCount(1)
  },
)

test('an agent has no chat (HELP-04, ROLE-03)', anyWidth, async ({ page }) => {
  await page.goto('/demo/as/agent?customer=esha&redirectUrl=%2Fhome%3FopenChat%3Dtrue')
  await page.getByRole('button', { name: 'Yes, it is me' }).click()
  await expect(page.getByText(/^Agent's screen/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Need help?' })).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Write a message' })).toHaveCount(0)
})

test(
  'who signs in again at the console goes on with what was written',
  anyWidth,
  async ({ page, signIn, city, browser }) => {
    await signIn('asha')
    await openChat(page)
    await write(page, 'The fridge does not cool.')
    await expect(said(page).filter({ hasText: 'A person of our team reads this' })).toBeVisible()
    const staff = await openStaffConsole(browser, city)
    await staff.getByRole('link', { name: /Asha/ }).click()
    await staff.getByLabel('Answer').fill('We come tomorrow.')
    await staff.context().clearCookies()
    await expect(staff.getByRole('alert')).toContainText('Your session has ended.')
    await expect(staff.getByRole('button', { name: 'Send' })).toBeDisabled()
    await signInAtConsole(await staff.context().newPage(), city, 1)
    await staff.bringToFront()
    await staff.getByRole('button', { name: 'Send' }).click()
    await expect(said(page).filter({ hasText: 'We come tomorrow.' })).toBeVisible()
    await staff.context().close()
  },
)

test('who is nobody of the company does not come in at the console', anyWidth, async ({ page }) => {
  await page.goto('/support/chats/1/1')
  await page.getByLabel('E-mail address').fill('asha@rento.example')
  await page.getByRole('button', { name: 'Mail me a code' }).click()
  await page.getByLabel('Code of the mail').fill('123456')
  await page.getByLabel('Code of your authenticator app').fill('123456')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('That code is not right.')
  await expectAccessible(page)
})

for (const [provider, name] of [
  ['haptik', 'Haptik'],
  ['chatwoot', 'Chatwoot'],
] as const) {
  test.describe(`the chat by ${name}`, () => {
    setForCities({ RENTO_CHAT: provider })

    test(`opens in a window that cannot reach the app, and ends with the session (CALL-11, CALL-13, SESSION-02), ${name}`, async ({
      page,
      signIn,
    }) => {
      await signIn('asha')
      await page.getByRole('button', { name: 'Need help?' }).click()
      await help(page).getByRole('button', { name: 'Chat With Us' }).click()
      const window = room(page).frameLocator('iframe')
      await expect(window.getByText(`SANDBOX – ${name}`)).toBeVisible()
      await window.getByRole('textbox', { name: 'Your message' }).fill('Hello')
      await window.getByRole('button', { name: 'Send' }).click()
      await expect(window.getByText('The sandbox has read: Hello')).toBeVisible()
      const frame = page.frames().find((f) => f.url().endsWith('/chat'))
      expect(await frame?.evaluate(() => origin)).toBe('null')
    })

    test(`says what it was opened for, ${name} (CONST-18)`, anyWidth, async ({ page, signIn }) => {
      await signIn('esha', '/home?openChat=area')
      const window = room(page).frameLocator('iframe')
      await expect(window.getByText(`SANDBOX – ${name}`)).toBeVisible()
      if (provider === 'haptik')
        await expect(window.getByText('The sandbox has read: You do not serve the area')).toBeVisible()
    })
  })
}

test.describe('a debit that is tried again', () => {
  test.use({ ownDay: midMonth })

  test('the assistant says so, and lets pay now', anyWidth, async ({ page, signIn }) => {
    await signIn('mohan')
    await openChat(page)
    await page.getByRole('button', { name: / is due$/ }).click()
    const answer = said(page).filter({ hasText: / is due now\./ })
    await expect(answer).toContainText(/Your bank did not pay ₹.* Auto debit tries again on /)
    await expect(answer).not.toContainText('need not do anything')
    await expect(answer.getByRole('button', { name: 'Pay Now' })).toBeVisible()
  })
})
