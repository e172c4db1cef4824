import type { Page } from '@playwright/test'
import type { City } from '../support/city'
import { anyWidth, expect, quick, test } from '../support/fixtures'

// Errors of the app reach the company's table, and from there its error tracker, without personal data.

test.use({ ownCity: true, expectedError: /^Idle never: / })

const pan = 'ABCPE1234F'

interface Reported {
  exception: { values: { type: string; value: string; stacktrace: { frames: { filename?: string }[] } }[] }
  tags: Record<string, string>
  release: string
}

/** The reports that the error tracker has after a minute. */
async function reported(city: City): Promise<{ events: Reported[]; text: string }> {
  await city.advance('PT2M')
  const books = (await (await fetch(`${city.url}/sandbox/books`)).json()) as { sentry: { events: Reported[] } }
  return { events: books.sentry.events, text: JSON.stringify(books.sentry) }
}

/**
 * A page in which the app fails once home is shown, with an error that contains everything the browser knows.
 */
async function failing(page: Page): Promise<Page> {
  const other = await page.context().newPage()
  await other.addInitScript((secret) => {
    window.requestIdleCallback = () => {
      const known = Object.values({ ...localStorage }).join(' ')
      throw new Error(`Idle never: PAN ${secret}, Authorization: ${localStorage.getItem('accessTokenId')}, ${known}`)
    }
  }, pan)
  return other
}

test('an error of the app is reported, and no token, phone or PAN with it', { tag: [quick.tag, anyWidth.tag] }, async ({
  page,
  city,
  signIn,
}) => {
  await signIn('esha', '/home')
  const kept = await page.evaluate(() => Object.values({ ...localStorage }).join(' '))
  const secrets = [...kept.matchAll(/rs1_[\w-]+|[6-9]\d{9}/g)].map(([found]) => found)
  expect(secrets.length, 'a token and a phone').toBeGreaterThan(1)

  const other = await failing(page)
  const sent = other.waitForRequest(/\/api\/errors\/envelope/)
  await other.goto('/dashboard/home')
  const request = await sent
  expect((await request.response())?.status()).toBe(200)
  expect(request.headers().authorization).toBeUndefined()
  for (const secret of [...secrets, pan]) expect(request.postData()).not.toContain(secret)

  const { events, text } = await reported(city)
  expect(events).toHaveLength(1)
  const [error] = events[0]?.exception.values ?? []
  expect(error?.value).toMatch(/^Idle never: PAN \[pan\], Authorization: \[secret\]/)
  expect(error?.stacktrace.frames.some(({ filename }) => filename?.startsWith('/dashboard/assets/'))).toBe(true)
  expect(events[0]?.tags).toMatchObject({ route: '/home', language: 'en' })
  for (const secret of [...secrets, pan]) expect(text).not.toContain(secret)
})

test('an error that cannot be reported changes nothing', anyWidth, async ({ page, city, signIn }) => {
  await signIn('esha', '/home')
  for (const missing of ['**/assets/error-service-*', '**/api/errors/envelope*']) {
    const other = await failing(page)
    const missed = other.waitForEvent('requestfailed', (request) => /error-service|envelope/.test(request.url()))
    await other.route(missing, (route) => route.abort())
    await other.goto('/dashboard/home')
    await missed
    await expect(other.getByRole('heading', { level: 2, name: /^Active Items/ })).toBeVisible()
    await other.close()
  }
  expect((await reported(city)).events).toEqual([])
})
