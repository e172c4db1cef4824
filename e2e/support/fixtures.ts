import { type BrowserContext, test as base, expect } from '@playwright/test'
import { City } from './city'
import { follow } from './network'
import { realTime } from './real-time'

export { expect }

/** The inhabitants of the demo city; docs/demo.md tells the state of each. */
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
 * Of a journey of which the width changes nothing: it is gone through once. It may stand where what the
 * journey looks at is drawn the same on a phone and on a desktop, or is not drawn at all (calls, what is kept, the
 * server's books), and where the dialogs and pages on its way are gone through at both widths by another journey. It may
 * not stand where the journey is about a place, a size, what covers what, the focus, or how a sheet or a dialog opens and
 * closes. `widths.mjs` holds that each flow keeps a journey at both widths, and that none of one width asks for the width.
 */
export const anyWidth = { tag: '@any-width' } as const

/** Of a journey that sets the sizes of its screens itself, so that a second start at another one would change nothing. */
export const ownSizes = { tag: '@own-sizes' } as const

/** Of journeys that `make test` goes through, at 390 px: one of each flow, gateway, kind of mandate and main screen. */
export const quick = { tag: '@quick' } as const

/** Of journeys that `make journeys` goes through before a release, and `make test` does not. */
export const beforeRelease = { tag: '@before-release' } as const

type Shared = { sharedCity: City }
type Own = {
  /** The city that this test talks to: its own when it changes something. */
  city: City
  /** Set with test.use({ ownCity: true }) by tests that change something. */
  ownCity: boolean
  /** The day on which a city of one's own begins, of a journey that needs a certain one; that of all others. */
  ownDay: string | undefined
  /** Signs a persona in, as the links of the demo page do, and lands on a path. */
  signIn: (persona: Persona, path?: string) => Promise<void>
  /** The server is on this machine, so a machine without a network counts as connected; and it is the city's day. */
  connected: undefined
  /** Every page is followed, so that a test can wait for what it has asked for. */
  followed: undefined
  /** What errors say that a journey makes on purpose. */
  expectedError: RegExp | undefined
  /** Fails the test on errors in the console, policy violations among them. */
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

/** Makes the pages of a browser believe that there is a network, and that it is the city's day. */
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
 * Collects what goes wrong in any page, and what the server itself failed to do: an answer with a 4xx status is part of
 * some journeys, as are a lost connection and an answer that a journey gives in the server's place, which has no address.
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
