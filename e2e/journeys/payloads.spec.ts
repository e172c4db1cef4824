import type { Page } from '@playwright/test'
import { settled } from '../support/accessible'
import { anyWidth, expect, type Persona, test } from '../support/fixtures'

// S9: whatever a text of the server contains, a screen only writes it.

const mark = 'data-ran'
const runs = `document.documentElement.setAttribute('${mark}', '1')`
const payload = `"'><img src=x onerror="${runs}"><script>${runs}</script><a href="javascript:${runs}">a</a>`

/** Whether a text is for people, and not a code, number, day or web address. */
const isForPeople = (text: string) => /\p{L}[ ,.]/u.test(`${text} `) && !/^[\w.+-]+$|:\/\/|^\//.test(text)

/** The response with an injection attempt added to each text for people. */
function poisoned(answer: unknown): unknown {
  if (typeof answer === 'string') return isForPeople(answer) ? answer + payload : answer
  if (Array.isArray(answer)) return answer.map(poisoned)
  if (answer === null || typeof answer !== 'object') return answer
  return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, poisoned(value)]))
}

async function poison(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    if (route.request().url().includes('/api/events')) return route.continue() // the event stream never ends
    const response = await route.fetch()
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response })
    return route.fulfill({ response, json: poisoned(await response.json()) })
  })
}

/** What happened to the texts: how many are shown, what ran, and what elements they created. */
const made = (page: Page) =>
  page.evaluate((mark) => {
    const links = [...document.querySelectorAll<HTMLElement>('[href], [src], [action], [srcdoc]')]
    return {
      written: document.body.textContent.split('<img src=x').length - 1,
      ran: document.documentElement.hasAttribute(mark),
      elements: links.filter((link) =>
        /javascript:|^x$/.test(link.getAttribute('href') ?? link.getAttribute('src') ?? ''),
      ).length,
      handlers: [...document.querySelectorAll('*')].flatMap((element) =>
        element.getAttributeNames().filter((name) => name.startsWith('on')),
      ),
    }
  }, mark)

const screens: [Persona, string][] = [
  ['esha', '/home'],
  ['esha', '/my-subscriptions/active-subscriptions'],
  ['hari', '/my-subscriptions/closed-subscriptions'],
  ['indu', '/my-subscriptions/all-requests'],
  ['kabir', '/my-subscriptions/transactions'],
  ['pooja', '/kyc/documents?document=panCard'],
  ['hari', '/referral'],
  ['indu', '/settings'],
  ['esha', '/home?requestType=repair-request'],
  ['esha', '/home?requestType=relocation-request'],
  ['indu', '/home?openChat=area'],
]

// A response may still be on its way when the test ends.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

async function expectWritten(page: Page): Promise<void> {
  await settled(page)
  await expect.poll(async () => (await made(page)).written, 'texts of the server').toBeGreaterThan(0)
  expect(await made(page)).toMatchObject({ ran: false, elements: 0, handlers: [] })
}

for (const [persona, path] of screens) {
  test(`${path} of ${persona} runs nothing that a text of the server holds`, anyWidth, async ({ page, signIn }) => {
    await signIn(persona)
    await poison(page)
    await page.goto(`/dashboard${path}`)
    await expectWritten(page)
  })
}

test('an invoice and a settlement run nothing that a text of the server holds', anyWidth, async ({ page, signIn }) => {
  await signIn('kabir', '/my-subscriptions/invoices')
  await poison(page)
  await page.getByRole('main').getByRole('listitem').first().getByRole('link').first().click()
  await expectWritten(page)
  await page.evaluate(() => localStorage.clear())
  await signIn('chitra', '/home?showSettlement=true')
  await expect(page.getByRole('dialog', { name: 'Settlement' })).toBeVisible()
  await expectWritten(page)
})
