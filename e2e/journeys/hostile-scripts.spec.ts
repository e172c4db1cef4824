import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { anyWidth, expect, test } from '../support/fixtures'
import { chooseGateway, owed } from '../support/paying'

test.use({ ownCity: true, expectedError: /./ }) // each refusal is an error in the console

const script = fileURLToPath(new URL('../support/hostile.js', import.meta.url))

/** Replaces the scripts of all gateways. Collects what they got at, and the addresses outside that were asked for. */
async function turnHostile(page: Page): Promise<{ tried: unknown[]; sent: string[] }> {
  const seen = { tried: [] as unknown[], sent: [] as string[] }
  await page.context().exposeFunction('tellTest', (came: unknown) => seen.tried.push(came))
  await page.context().route('https://thief.example/**', (route) => {
    seen.sent.push(route.request().url())
    return route.fulfill({ body: 'thanks' })
  })
  await page
    .context()
    .route(/\/sandbox\/.*\.js(?:$|\?)/, (route) => route.fulfill({ path: script, contentType: 'text/javascript' }))
  return seen
}

/** What it tries in a frame and in a window, and what comes of it. */
const refused = {
  'local storage': 'refused',
  'session storage': 'refused',
  cookies: 'refused',
  databases: 'refused',
  'the page around or before': 'refused',
  'what is due, with the cookies of the app': 'refused',
  'sends it to a thief': 'refused',
  'loads more of it': 'refused',
}

for (const [name, shownIn, came] of [
  ['Razorpay', 'a frame', { ...refused, 'leads the app elsewhere': 'refused' }],
  ['Paytm', 'a window', refused],
] as const) {
  test(`S8: a hostile script of a gateway in ${shownIn} gets at nothing`, anyWidth, async ({ page, city, signIn }) => {
    const due = await owed(city, 'asha')
    const seen = await turnHostile(page)
    await signIn('asha')
    await chooseGateway(page)
    const dialog = page.getByRole('dialog', { name: 'Choose payment mode' })
    await dialog.getByText(name, { exact: true }).first().click()
    await dialog.getByRole('button', { name: /^Pay ₹/ }).click()
    await expect.poll(() => seen.tried, { timeout: 20_000 }).toEqual([came])
    expect(seen.sent).toEqual([])
    await expect(page.getByRole('dialog', { name: 'Payment Completed Succesfully' })).toHaveCount(0)
    expect(await owed(city, 'asha')).toBe(due)
  })
}
