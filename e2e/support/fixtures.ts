import { type BrowserContext, test as base, expect } from '@playwright/test'
import { City } from './city'
import { follow } from './network'
import { realTime } from './real-time'

export { expect }

/** The personas of the demo city. docs/demo.md describes the state of each. */
export type Persona =
  | 'asha'
  | 'bilal'
  | 'chitra'
  | 'dev'
  | 'esha'
  | 'farid'
  | 'gauri'
  | 'hari'
  | 'indu'
  | 'jaya'
  | 'kabir'
  | 'leela'
  | 'mohan'
  | 'nita'
  | 'omkar'
  | 'pooja'
  | 'qadir'
  | 'rhea'
  | 'samir'
  | 'tanvi'
  | 'usman'
  | 'veda'

/**
 * For a journey to which the width makes no difference, so that it runs once. This is allowed if everything
 * it checks is drawn the same on phone and desktop or is not drawn at all (calls, stored data, the server's
 * books), and another journey covers its dialogs and pages at both widths. It is not allowed if the journey
 * is about a position, a size, overlap, the focus, or how a sheet or dialog opens and closes. `widths.mjs`
 * checks that each flow has a journey at both widths, and that journeys of one width do not use the width.
 */
export const anyWidth = { tag: '@any-width' } as const

/**
 * For a journey that sets its own screen sizes, so that a second run at another width would change nothing.
 */
export const ownSizes = { tag: '@own-sizes' } as const

/**
 * For journeys that `make test` runs at 390 px: one of each flow, gateway, kind of mandate and main screen.
 */
export const quick = { tag: '@quick' } as const

/** For journeys that only `make journeys` runs, before a release. */
export const beforeRelease = { tag: '@before-release' } as const

type Shared = { sharedCity: City }
type Own = {
  /** The city of this test. Tests that change something have their own. */
  city: City
  /** Set with test.use({ ownCity: true }) by tests that change something. */
  ownCity: boolean
  /**
   * The first day of the test's own city, for journeys that need a certain one.
   * The default is that of all others.
   */
  ownDay: string | undefined
  /** Signs a persona in like the links of the demo page, and opens a path. */
  signIn: (persona: Persona, path?: string) => Promise<void>
  /**
   * Makes pages online, even on a machine without a network, because the server is local.
   * Sets the city's day.
   */
  connected: undefined
  /** Follows the requests of every page, so that tests can wait for them. */
  followed: undefined
  /** Matches the errors that a journey causes on purpose. */
  expectedError: RegExp | undefined
  /** Fails the test on errors in the console, including policy violations. */
  quietConsole: undefined
}

export const test = base.extend<Own, Shared>({
  sharedCity: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright demands the pattern
    async ({}, use) => {
      const city = await City.start(process.env.RENTO_E2E_TEMPLATE)
      await use(city)
      await city.stop()
    },
    { scope: 'worker' },
  ],
  ownCity: [false, { option: true }],
  ownDay: [undefined, { option: true }],
  city: async ({ ownCity, ownDay, sharedCity }, use, info) => {
    const city = ownCity ? await City.start(process.env.RENTO_E2E_TEMPLATE, ownDay) : sharedCity
    city.forgetTokens()
    await use(city)
    if (info.status !== info.expectedStatus) await info.attach('server', { body: city.output() })
    if (ownCity) await city.stop()
  },
  baseURL: async ({ city }, use) => use(city.url),
  signIn: async ({ page }, use) => {
    await use(async (persona, path = '/home') => {
      await page.goto(`/demo/as/${persona}?redirectUrl=${encodeURIComponent(path)}`)
      await page.waitForURL((url) => url.pathname.startsWith('/dashboard') && !url.pathname.includes('authenticate'))
    })
  },
  connected: [
    async ({ context, city }, use) => {
      await connect(context, city)
      await use(undefined)
    },
    { auto: true },
  ],
  followed: [
    async ({ context }, use) => {
      context.on('page', follow)
      await use(undefined)
    },
    { auto: true },
  ],
  expectedError: [undefined, { option: true }],
  quietConsole: [
    async ({ context, expectedError }, use) => {
      const said = listen(context)
      await use(undefined)
      expect(
        said.filter((error) => !expectedError?.test(error)),
        'errors in the console',
      ).toEqual([])
    },
    { auto: true },
  ],
})

/** Makes the pages of a browser believe that they are online and that it is the city's day. */
export async function connect(context: BrowserContext, city: City): Promise<void> {
  await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'onLine', { get: () => true }))
  await context.addInitScript(
    (ahead) => {
      window.Date = new Proxy(Date, {
        construct: (machine, given, made) =>
          Reflect.construct(machine, given.length ? given : [machine.now() + ahead], made),
        get: (machine, name) => (name === 'now' ? () => machine.now() + ahead : Reflect.get(machine, name)),
      })
    },
    Date.parse(await city.now()) - realTime(),
  )
}

/**
 * Collects the errors of all pages and the 5xx answers of the server.
 * Ignored are 4xx answers and lost connections, which belong to some journeys, and answers that a journey
 * gives instead of the server. Those have no server address.
 */
function listen(context: BrowserContext): string[] {
  const said: string[] = []
  context.on('weberror', (error) => said.push(error.error().message))
  context.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) said.push(message.text())
  })
  context.on('response', async (response) => {
    if (response.status() >= 500 && (await response.serverAddr())) said.push(`${response.status()} ${response.url()}`)
  })
  return said
}
