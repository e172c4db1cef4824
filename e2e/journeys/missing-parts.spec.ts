import { readFileSync } from 'node:fs'
import type { Page, Route } from '@playwright/test'
import { expectAccessible, settled } from '../support/accessible'
import { expectTold } from '../support/books'
import { chooseDay } from '../support/calendar'
import { anyWidth, expect, ownSizes, type Persona, test } from '../support/fixtures'
import { atProvider, captures, chooseGateway, expectPaid, openRazorpay, owed, sumIn } from '../support/paying'

// SESSION-05 and what comes after it: a file of the app that cannot be loaded reloads the page once at most and then
// takes away only its own part. Each file that home asks for is missing in turn, then each dialog, then pages.

const figures = (page: Page) => page.getByRole('main').getByRole('button', { name: /Pay Now/ })

/** The error that a boundary has taken is written to the console; here it is what is tried. */
async function expectErrors(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // biome-ignore lint/suspicious/noConsole: it is listened to
    const say = console.error
    console.error = (...words: unknown[]) => {
      if (!String(words[0]).includes('Part of the app is missing')) say(...words)
    }
  })
}

/** Counts how often the page is loaded. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('domcontentloaded', () => loads++)
  return () => loads
}

const abort = (route: Route) => route.abort()

/** Loads a path while files are missing, after the reload that this page load may have had. */
async function openWithout(page: Page, files: string | RegExp, path: string): Promise<() => Promise<void>> {
  await page.evaluate(() => sessionStorage.clear())
  await page.route(files, abort)
  // The page may load itself anew before all of it has come.
  await page.goto(path.startsWith('/demo') ? path : `/dashboard${path}`, { waitUntil: 'commit' })
  return () => page.unroute(files, abort)
}

/**
 * Leaves the app. A page that is just loading itself anew, as it does once, is left after that; its load can swallow
 * ours without an answer, so that each try has an end.
 */
async function leave(page: Page): Promise<void> {
  await expect(() => page.goto('/dashboard/icon.svg', { timeout: 10_000 })).toPass()
}

/** In parts, so that they run beside one another. */
const PARTS_OF_HOME = 3

for (let part = 0; part < PARTS_OF_HOME; part += 1) {
  test(
    `home and Pay stay whatever file is missing (${part + 1} of ${PARTS_OF_HOME})`,
    anyWidth,
    async ({ page, signIn }) => {
      await expectErrors(page)
      await signIn('kabir')
      const files = await filesOfHome(page)
      const loads = countLoads(page)
      for (const [index, file] of files.entries()) {
        if (index % PARTS_OF_HOME !== part) continue
        const before = loads()
        const restore = await openWithout(page, `**${file}`, '/home')
        await expect(figures(page), file).toBeVisible()
        // Either the payment opens, or it is said that it cannot; the button is never dead, and the figures stay.
        const said = page.getByRole('log').getByText(/\S/).or(page.getByRole('alert'))
        const answered = page.getByRole('dialog').or(said).first()
        await expect(async () => {
          if (!(await answered.isVisible())) await figures(page).click({ timeout: 2000 })
          // Short, because a tap before the reload is gone with it.
          await expect(answered, file).toBeVisible({ timeout: 500 })
        }).toPass()
        expect(loads() - before, `loads without ${file}`).toBeLessThanOrEqual(2)
        await restore()
        await leave(page)
      }
    },
  )
}

/** The scripts of home and of the payment that is opened there, in an order that is the same each time. */
async function filesOfHome(page: Page): Promise<string[]> {
  const asked = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) asked.add(pathname)
  })
  const idle = page.waitForRequest(/\/api\/events/)
  await page.goto('/dashboard/home')
  await idle
  await figures(page).hover() // the first sign of a person brings the payment screens
  await figures(page).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const files = [...asked].toSorted()
  for (const own of Object.values(ownFiles)) expect(files).toContainEqual(expect.stringMatching(own))
  expect(files.length).toBeGreaterThan(4)
  return files
}

test('home stays without the menus of a wide screen', ownSizes, async ({ page, signIn }) => {
  await expectErrors(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn('kabir')
  for (const part of ['AccountMenu', 'Sidebar']) {
    await leave(page)
    const missed = page.waitForEvent('requestfailed', (request) => request.url().includes(part))
    const restore = await openWithout(page, `**/assets/${part}-*`, '/home')
    await missed
    await expect(figures(page), part).toBeVisible()
    await restore()
  }
})

test(
  'home and Pay stay without the words of what a deposit pays, and of the server',
  anyWidth,
  async ({ page, city, signIn }) => {
    await expectErrors(page)
    await signIn('kabir')
    // No persona has any of these: home is told otherwise here.
    const told = await city.get<{ depositDetails: object }>(await city.token('kabir'), '/api/Dashboards/dashboardData')
    const depositDetails = { ...told.depositDetails, beingInspected: 500 }
    const pendingDuesText = '<ul><li>Rent of <a href="/dashboard/home">your fridge</a></li></ul>'
    const paidAhead = { left: 500, until: '2027-04-30' }
    const json = { ...told, dueParts: [], pendingDuesText, depositDetails, paidAhead }
    await page.route('**/api/Dashboards/dashboardData*', (route) => route.fulfill({ json }))
    const said = {
      ByDeposit: page.getByText(/^When the inspection that is under way is done, up to ₹500 of this is paid/),
      DuesText: page.getByRole('main').getByRole('listitem').getByText('Rent of your fridge'),
      PaidAhead: page.getByText(/^Your rent is paid in advance until 30 Apr 2027/),
    }
    await page.goto('/dashboard/home')
    for (const words of Object.values(said)) await expect(words).toBeVisible()
    for (const [part, words] of Object.entries(said)) {
      await leave(page)
      const loads = countLoads(page)
      const missed = page.waitForEvent('requestfailed', (request) => request.url().includes(part))
      const restore = await openWithout(page, `**/assets/${part}-*`, '/home')
      await missed
      await expect(figures(page), part).toBeVisible()
      await expect(words, part).toHaveCount(0)
      for (const [other, shown] of Object.entries(said)) if (other !== part) await expect(shown).toBeVisible()
      await figures(page).click()
      await expect(page.getByRole('dialog'), part).toBeVisible()
      expect(loads(), part).toBeLessThanOrEqual(2)
      await restore()
    }
  },
)

/** The files without which there is no app: nothing of it can say that they are missing. */
const ownFiles = { entry: /\/assets\/index-[^/]*\.js$/, core: /\/assets\/core-[^/]*\.js$/ }

for (const [name, file] of Object.entries(ownFiles)) {
  test(
    `without the ${name} of the app home stays, is loaded anew once, and then says so (SESSION-05)`,
    anyWidth,
    async ({ page, signIn }) => {
      await signIn('kabir')
      const loads = countLoads(page)
      const restore = await openWithout(page, file, '/home')
      const said = page.getByRole('alert').filter({ hasText: 'This page could not be loaded' })
      await expect(said).toHaveText(/Something went wrong\. Please try again\./)
      await expect(figures(page)).toBeVisible()
      expect(loads(), 'one reload').toBe(2)
      await expectAccessible(page)

      // Who asks for it has it loaded anew once more, and is told again.
      const again = said.getByRole('button', { name: 'Try again' })
      const loaded = page.waitForEvent('load')
      await again.click()
      await loaded
      await expect(said).toBeVisible()
      expect(loads()).toBe(3)
      await figures(page).click()
      await restore()
      await again.click()
      // The tap was kept, too.
      await expect(page.getByRole('dialog', { name: 'Choose payment mode' })).toBeVisible()
      await expect(said).toHaveCount(0)
      expect(loads()).toBe(3)
    },
  )
}

test(
  'without the app, and without a network, home waits for one and then goes on (SESSION-05)',
  anyWidth,
  async ({ page, context, city, signIn }) => {
    await signIn('kabir')
    const before = await captures(city)
    await page.goto('about:blank')
    const loads = countLoads(page)
    const goes = async (route: Route) => {
      await context.setOffline(true)
      await route.abort('internetdisconnected')
    }
    await page.route(ownFiles.entry, goes)
    await page.goto('/dashboard/home')
    const said = page.getByRole('alert').filter({ hasText: 'This page could not be loaded' })
    await expect(said).toHaveText(/You are offline\. We will refresh when the connection is back\./)
    await said.getByRole('button', { name: 'Try again' }).click()
    await expect(said).toBeVisible()
    await page.unroute(ownFiles.entry, goes)
    await figures(page).click()
    await context.setOffline(false)
    await expect(page.getByRole('dialog', { name: 'Choose payment mode' })).toBeVisible()
    await expect(said).toHaveCount(0)
    expect(loads()).toBe(1)
    expect(await captures(city)).toBe(before)
  },
)

test(
  'a page without the app says so in the words of the customer, and plainly where those are missing too',
  anyWidth,
  async ({ page, signIn }) => {
    await signIn('kabir')
    await page.evaluate(() => localStorage.setItem('locale', 'hi'))
    let restore = await openWithout(page, ownFiles.entry, '/settings')
    await expect(page.getByRole('alert')).toHaveText(/यह पेज लोड नहीं हो सका/)
    await expect(page.getByRole('alert').getByRole('button', { name: 'फिर कोशिश करें' })).toBeVisible()
    await restore()

    restore = await openWithout(page, '**/assets/**/*.js', '/settings')
    await expect(page.getByRole('alert')).toHaveText(/This page could not be loaded/)
    await restore()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'सेटिंग' })).toBeVisible()
  },
)

test('without the texts of a language the screens speak English, and say so', anyWidth, async ({ page, signIn }) => {
  await signIn('kabir')
  await page.evaluate(() => localStorage.setItem('locale', 'hi'))
  const loads = countLoads(page)
  for (const path of ['/home', '/settings']) {
    const before = loads()
    const restore = await openWithout(page, '**/assets/words/hi-*', path)
    await expect(page.getByRole('log').getByText('Your language could not be loaded.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: /Active Items|Your addresses/ })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    expect(loads() - before, 'one reload').toBe(2)
    await restore()
  }
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
})

test(
  'without the texts that only few pages say, such a page says that it failed',
  anyWidth,
  async ({ page, signIn }) => {
    await expectErrors(page)
    await signIn('kabir')
    await page.evaluate(() => localStorage.setItem('locale', 'hi'))
    const loads = countLoads(page)
    for (const [path, title] of [
      ['/kyc', 'प्रोफ़ाइल (KYC)'],
      ['/referral/terms', /रेफ़रल/],
    ] as const) {
      const before = loads()
      const restore = await openWithout(page, '**/assets/words/hi-later-*', path)
      await expect(page.getByRole('heading', { level: 1, name: 'कुछ गड़बड़ हो गई' })).toBeVisible()
      expect(loads() - before, 'one reload').toBe(2)
      await restore()
      await page.goto(`/dashboard${path}`)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    }
  },
)

/** A file that loads by itself: who opens what for it to be asked for, and what becomes of the page without it. */
interface Lazy {
  /** Esha, where nobody is named; null is nobody. */
  persona?: Persona | null
  path: string
  /** For what comes only where a request waits to be sent. */
  unsent?: true
  /** What is pressed on the page, for what comes only then. */
  press?: string
  /** A dialog closes, a page says so and leads home, a part says so or is not there while the page keeps this heading. */
  is: 'dialog' | 'page' | RegExp
}

const items = /^Active Items/
const lazy: Record<string, Lazy> = {
  'flows/create-request/CreateRequestDialog': { path: '/home?requestType=create-new-request', is: 'dialog' },
  'flows/repair/RepairFlow': { path: '/home?requestType=repair-request', is: 'dialog' },
  'flows/relocate/RelocateFlow': { path: '/home?requestType=relocate-subscription', is: 'dialog' },
  'flows/transfer/TransferFlow': { path: '/home?requestType=transfer-ownership', is: 'dialog' },
  'flows/close/CloseFlow': { path: '/home?requestType=close-subscription', is: 'dialog' },
  'flows/extend/ExtendFlow': { path: '/home?requestType=extend-subscription', is: 'dialog' },
  'flows/extend/AgreedExtension': { path: '/home?extension=1', is: 'dialog' },
  'flows/easy-payment/EasyPaymentFlow': { path: '/home?paymentMode=easy-payment', is: 'dialog' },
  'flows/auto-debit-promo/AutoDebitPromo': { persona: 'asha', path: '/home?showAutoDebit=true', is: 'dialog' },
  'flows/settlement/SettlementDialog': { path: '/home?showSettlement=true', is: 'dialog' },
  'flows/ticket/TicketDialog': { path: '/home?ticketId=T1', is: 'dialog' },
  'features/invoices/components/WhySheet': { path: '/home?whyAmount=true', is: 'dialog' },
  'features/address/components/AddAddressDialog': { path: '/settings?newaddress=true', is: 'dialog' },
  'platform/map/schematic': { path: '/settings?newaddress=true', is: /^Add New Address$/ },
  'features/help/ChatPanel': { path: '/home?openChat=true', is: items },
  'features/help/chat/ChatRoom': { path: '/home?openChat=true', is: items },
  'features/help/HelpPanel': { path: '/home', press: 'Need help?', is: items },
  'features/dues/components/DueParts': { persona: 'asha', path: '/home', is: items },
  'features/kyc/components/KycBanner': { persona: 'dev', path: '/home', is: items },
  'features/kyc/home-banner': { persona: 'dev', path: '/home', is: items },
  'features/invoices/components/RentByMonth': { path: '/my-subscriptions/invoices', is: /Invoices/ },
  'features/dues/components/SettlementSlip': { persona: 'chitra', path: '/home', is: items },
  'features/dues/components/DepositOnItsWay': { persona: 'chitra', path: '/home', is: items },
  'pages/home/NoItems': { persona: 'leela', path: '/home', is: items },
  'features/transfers/IncomingTransfers': { path: '/my-subscriptions/all-requests', is: /^All Requests$/ },
  'features/deposit/components/DepositBar': {
    path: '/my-subscriptions/transactions?tab=deposit',
    is: /^Transactions$/,
  },
  'app/shells/B2BNotice': { persona: 'farid', path: '/home', is: /could not be loaded/ },
  'app/LinkNotice': { persona: null, path: '/demo/as/esha', is: items },
  'app/guards/redeem-link': { persona: null, path: '/demo/as/esha', is: 'page' },
  'features/tickets/UnsentList': { unsent: true, path: '/my-subscriptions/all-requests', is: /^All Requests$/ },
  'app/error/NotFoundContent': { path: '/kyc/documents/juggler', is: /\S/ },
  'routes/$': { path: '/no-such-page', is: 'page' },
  'routes/_default.kyc': { persona: 'dev', path: '/kyc', is: 'page' },
  'routes/_default.my-subscriptions.active-subscriptions': {
    path: '/my-subscriptions/active-subscriptions',
    is: 'page',
  },
  'routes/_default.my-subscriptions.adjustment-invoice': { path: '/my-subscriptions/adjustment-invoice', is: 'page' },
  'routes/_default.my-subscriptions.all-requests': { path: '/my-subscriptions/all-requests', is: 'page' },
  'routes/_default.my-subscriptions.closed-subscriptions': {
    path: '/my-subscriptions/closed-subscriptions',
    is: 'page',
  },
  'routes/_default.my-subscriptions.invoices': { path: '/my-subscriptions/invoices', is: 'page' },
  'routes/_default.my-subscriptions.transactions': { path: '/my-subscriptions/transactions', is: 'page' },
  'routes/_default.referral': { path: '/referral', is: 'page' },
  'routes/_default.settings': { path: '/settings', is: 'page' },
  'routes/_empty': { path: '/print-pdf', is: 'page' },
  'routes/_empty.print-pdf.{-$pdfType}': { path: '/print-pdf', is: 'page' },
  'routes/_empty.wa.cancellation': { path: '/wa/cancellation', is: 'page' },
  'routes/_full': { path: '/create-new-request', is: 'page' },
  'routes/_full.create-new-request': { path: '/create-new-request', is: 'page' },
  'routes/_full.kyc.documents.{-$profession}': { path: '/kyc/documents', is: 'page' },
  'routes/_full.my-subscriptions.{-$invoiceId}.rental-invoice': {
    path: '/my-subscriptions/rental-invoice',
    is: 'page',
  },
  'routes/_full.referral.terms': { path: '/referral/terms', is: 'page' },
  'routes/_login': { persona: null, path: '/login', is: 'page' },
  'routes/_login.login': { persona: null, path: '/login', is: 'page' },
  'routes/authenticate-user': { persona: null, path: '/authenticate-user', is: 'page' },
}

/** What other tests of this file take away, or why nobody can. */
const elsewhere: Record<string, string> = {
  'app/shells/Notify': 'a Chromium without a window blocks notifications, so nobody is asked there',
  'app/native-service': 'the iOS app alone loads it; journeys/installed.spec.ts takes it away',
  'app/error-service': 'an error that cannot be reported changes nothing; journeys/errors.spec.ts takes it away',
  'app/shells/AccountMenu': 'home stays without the menus of a wide screen',
  'app/shells/Sidebar': 'home stays without the menus of a wide screen',
  'features/payments/components/PaymentHost': 'home and Pay stay whatever file is missing',
  'features/help/chat/FramedChat': 'the city has our own chat; both stand in the same panel, which says so of ChatRoom',
  'features/session/components/ConfirmByCode': 'without the question for a code nothing is done, and the page stays',
  'features/feedback/components/FeedbackDialog': 'a payment goes on without the feedback popup',
  'features/dues/components/PayoutsUnderWay': 'home stays without the words of a payout that is under way',
  'features/dues/components/BeingConfirmed': 'home stays without the words of a payment that the bank is at',
  'app/error/ErrorPageContent': 'a page whose file is missing, and that of its error page',
  'features/dues/components/ByDeposit': 'home and Pay stay without the words of what a deposit pays, and of the server',
  'features/dues/components/PaidAhead': 'home and Pay stay without the words of what a deposit pays, and of the server',
  'features/dues/components/DuesText': 'home and Pay stay without the words of what a deposit pays, and of the server',
}

const manifest = new URL('../../internal/web/dist/.vite/manifest.json', import.meta.url)

/** The files of the build that load by themselves, by their source: those of languages and of home have tests of their own. */
function lazyFiles(): Map<string, string> {
  const built = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, { file: string; isDynamicEntry?: boolean }>
  const files = new Map<string, string>()
  for (const [source, { file, isDynamicEntry }] of Object.entries(built)) {
    if (!isDynamicEntry || file.includes('/words/') || /\/(?:later|page-data)-/.test(file)) continue
    files.set(source.replace(/^src\/|\.tsx?(?:\?.*)?$/g, ''), file)
  }
  return files
}

test('each file of the build that loads by itself is taken away once', anyWidth, () => {
  expect([...Object.keys(lazy), ...Object.keys(elsewhere)].toSorted()).toEqual([...lazyFiles().keys()].toSorted())
})

/** In parts, so that they run beside one another. */
const PARTS = 4

for (let part = 0; part < PARTS; part += 1) {
  test(
    `without a file that loads by itself only what it draws is gone (${part + 1} of ${PARTS})`,
    anyWidth,
    async ({ page, signIn }) => {
      await expectErrors(page)
      const files = lazyFiles()
      const mine = Object.entries(lazy)
        .filter((_, at) => at % PARTS === part)
        .toSorted(([, a], [, b]) => `${a.persona}`.localeCompare(`${b.persona}`))
      const loads = countLoads(page)
      let who: Persona | null | undefined
      for (const [source, { persona = 'esha', path, unsent, press, is }] of mine) {
        if (persona !== who || persona === null) {
          await leave(page)
          await page.evaluate(() => localStorage.clear())
          if (persona) await signIn(persona)
          who = persona
        }
        const file = files.get(source)
        let missed = 0
        page.on('requestfailed', (request) => {
          if (request.url().endsWith(`${file}`)) missed += 1
        })
        await leave(page)
        if (unsent) await page.evaluate(() => localStorage.setItem('unsentRequests', 'true'))
        const before = loads()
        const restore = await openWithout(page, `**/${file}`, path)
        if (press) await page.getByRole('button', { name: press }).click()
        if (is === 'dialog') {
          await expect(page.getByRole('log').getByText(/\S/).first(), source).toBeVisible()
          await expect(page, source).toHaveURL((url) => url.search === '')
          await expect(page.getByRole('dialog'), source).toHaveCount(0)
          await expect(page.getByRole('main').getByRole('heading').first(), source).toBeVisible()
        } else if (is === 'page') {
          await expect(page.getByRole('link', { name: 'Go to home' }), source).toBeVisible()
          await expect(page.getByRole('heading', { level: 1 }), source).toBeVisible()
        } else {
          await expect(
            page
              .getByRole('heading', { name: is })
              .or(page.getByRole('alert').filter({ hasText: is }))
              .first(),
            source,
          ).toBeVisible()
        }
        await expect.poll(() => missed, `asked for ${source}`).toBeGreaterThan(0)
        expect(loads() - before, `loads without ${source}`).toBeLessThanOrEqual(2)
        await restore()
      }
    },
  )
}

test(
  'a page whose file is missing, and that of its error page, says so plainly',
  anyWidth,
  async ({ page, signIn }) => {
    await expectErrors(page)
    await signIn('esha')
    const files = lazyFiles()
    const loads = countLoads(page)
    const settings = files.get('routes/_default.settings')?.split('/').at(-1)
    const error = files.get('app/error/ErrorPageContent')?.split('/').at(-1)
    const restore = await openWithout(page, new RegExp(`/(?:${settings}|${error})$`), '/settings')
    await expect(
      page
        .getByRole('alert')
        .or(page.getByRole('heading', { level: 1 }))
        .first(),
    ).toBeVisible()
    expect(loads()).toBeLessThanOrEqual(2)
    await restore()
  },
)

test(
  'without the question for a code nothing is done, and the page stays',
  anyWidth,
  async ({ page, city, signIn }) => {
    await expectErrors(page)
    await city.token('kabir') // signed in elsewhere
    await signIn('kabir')
    const error = {
      statusCode: 403,
      name: 'AuthorizationError',
      message: 'A code is needed.',
      extra: { code: 'session.code_needed' },
    }
    await page.route('**/api/RMUsers/endOtherSessions', (route) => route.fulfill({ status: 403, json: { error } }))
    const restore = await openWithout(page, '**/assets/ConfirmByCode-*', '/settings')
    await expect(async () => {
      // The page is loaded anew once, and what was pressed is gone with it.
      await page.getByRole('button', { name: 'Sign out everywhere else' }).click({ timeout: 2000 })
      await expect(page.getByRole('log').getByText(/\S/).first()).toBeVisible({ timeout: 1500 })
    }).toPass()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await restore()
  },
)

test.describe('a payment', () => {
  test.use({ ownCity: true })
  test('goes on without the feedback popup', anyWidth, async ({ page, city, signIn }) => {
    await expectErrors(page)
    await signIn('kabir')
    const missed = page.waitForEvent('requestfailed', (request) => request.url().includes('FeedbackDialog'))
    const restore = await openWithout(page, '**/assets/FeedbackDialog-*', '/home')
    await chooseGateway(page)
    await openRazorpay(page)
    await atProvider(page, 'Success')
    await expectPaid(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
    await missed
    await expect(page.getByRole('heading', { name: items })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await owed(city, 'kabir')).toBe(0)
    await restore()
  })
})

test.describe('a payment that the bank is at', () => {
  test.use({ ownCity: true })
  test('home stays without its words', anyWidth, async ({ page, city, signIn }) => {
    await expectErrors(page)
    await signIn('kabir')
    await chooseGateway(page)
    await openRazorpay(page)
    await atProvider(page, 'Pending')
    await atProvider(page, 'Close')
    const unfinished = page.getByRole('dialog', { name: 'This payment is not finished' })
    await unfinished.getByRole('button', { name: 'Close', exact: true }).click()
    await city.advance('PT5M') // the gateway is asked again
    const words = page.getByText(/The bank is still confirming/)
    await expect(words).toBeVisible()
    const loads = countLoads(page)
    const missed = page.waitForEvent('requestfailed', (request) => request.url().includes('BeingConfirmed'))
    const restore = await openWithout(page, '**/assets/BeingConfirmed-*', '/home')
    await missed
    await expect(page.getByRole('main').getByRole('button', { name: 'Pay Now' })).toBeVisible()
    await expect(words).toHaveCount(0)
    expect(loads()).toBeLessThanOrEqual(2)
    await restore()
  })
})

test.describe('a payout of the wallet', () => {
  test.use({ ownCity: true })
  test('that is under way: home stays without its words', anyWidth, async ({ page, city, signIn }) => {
    await expectErrors(page)
    const chitra = await city.token('chitra')
    const own = `/api/RMUsers/${chitra.userId}`
    const calls: [path: string, body: unknown][] = [
      ['/api/UserProfiles/setUpiDetails', { userId: chitra.userId, details: { vpa: 'chitra@okhdfcbank' } }],
      [`${own}/setRefundPreference?preferenceInt=10`, {}],
      [`${own}/payOutWallet`, { preferenceInt: 40 }],
    ]
    for (const [path, body] of calls) {
      expect((await city.send(chitra, path, body)).status, path).toBe(200)
      await city.advance('PT1H')
    }
    await signIn('chitra')
    const underWay = page.getByRole('region', { name: 'Balances' }).getByRole('link', { name: 'See how far it is' })
    await expect(underWay).toBeVisible()
    const loads = countLoads(page)
    const missed = page.waitForEvent('requestfailed', (request) => request.url().includes('PayoutsUnderWay'))
    const restore = await openWithout(page, '**/assets/PayoutsUnderWay-*', '/home')
    await missed
    await expect(page.getByRole('region', { name: 'Balances' })).toBeVisible()
    await expect(underWay).toHaveCount(0)
    expect(loads()).toBeLessThanOrEqual(2)
    await restore()
  })
})

test.describe('a request', () => {
  test.use({ ownCity: true })
  test(
    'in the middle of which a part is missing says so, keeps what was chosen, and goes on',
    anyWidth,
    async ({ page, city, signIn }) => {
      await expectErrors(page)
      await signIn('jaya')
      await page.goto('/dashboard/icon.svg')
      const loads = countLoads(page)
      const restore = await openWithout(page, '**/assets/schematic-*', '/home?requestType=close-subscription')
      const flow = page.getByRole('dialog', { name: 'Close Subscription' })
      await flow.getByRole('checkbox').first().check()
      await flow.getByRole('button', { name: 'Continue' }).click()
      await flow.getByRole('button', { name: 'Add new' }).click()
      await expect(flow.getByText('The map could not be loaded. The search still works.')).toBeVisible()
      await expect(page).toHaveURL((url) => url.searchParams.get('requestStep') === 'add-new-location')
      await flow.getByRole('button', { name: 'Back', exact: true }).click()
      await restore()
      await expect(flow.getByRole('radio', { checked: true })).toBeVisible()
      await flow.getByRole('button', { name: 'Continue' }).click()
      await chooseDay(flow)
      await flow.getByRole('combobox', { name: 'Reason' }).selectOption({ index: 1 })
      await flow.getByRole('button', { name: 'Continue' }).click()
      await flow.getByText(/^Straight to Rentomoney/).click()
      const charge = Number((await sumIn(flow))?.replace(/[₹,]/g, ''))
      await flow.getByRole('button', { name: "I'd rather close anyway" }).click()
      await expect(flow.getByRole('heading', { name: 'Request Created Successfully' })).toBeVisible()
      expect(loads(), 'no reload').toBe(1)
      expect(await owed(city, 'jaya'), 'what was shown is owed, once').toBe(charge)
      await expectTold(city, '9000000010', /we received your request T/i)
    },
  )
})

test('what is only fetched ahead never reloads the page', anyWidth, async ({ page, signIn }) => {
  await signIn('kabir')
  await page.route('**/assets/PaymentHost-*', abort)
  const loads = countLoads(page)
  const idle = page.waitForRequest(/\/api\/events/)
  await page.goto('/dashboard/home')
  await idle // by then the part that waits for a first sign is there
  const missed = page.waitForEvent('requestfailed', (request) => request.url().includes('PaymentHost'))
  await figures(page).hover()
  await missed
  await expect(figures(page)).toBeVisible()
  expect(loads()).toBe(1)
})

test(
  'without a network no page is loaded anew: what is missing is said, and comes when the network is back (SESSION-05)',
  anyWidth,
  async ({ page, context, signIn }) => {
    await expectErrors(page)
    await signIn('esha')
    await settled(page)
    const loads = countLoads(page)
    const sentence = page.getByText('You are offline. We will refresh when the connection is back.')
    const heading = (name: string) => page.getByRole('main').getByRole('heading', { level: 1, name })

    await context.setOffline(true)
    await page.getByRole('main').getByRole('link', { name: 'Invoices', exact: true }).click()
    await expect(sentence).toBeVisible()
    await expect(page).toHaveURL(/\/my-subscriptions\/invoices$/)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(sentence).toBeVisible()
    await context.setOffline(false)
    await expect(heading('Invoices')).toBeVisible()

    await page.goBack()
    const repair = page.getByRole('navigation', { name: 'Quick actions' }).getByRole('link', { name: /repair/i })
    await expect(repair).toBeVisible()
    await context.setOffline(true)
    await repair.click()
    await expect(sentence).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(sentence).toBeHidden()
    await repair.click()
    await expect(sentence).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('dialog', { name: 'Repair Request' })).toBeVisible()
    expect(loads()).toBe(0)
  },
)

test(
  'a payment whose screens are missing without a network waits for one, or is given up by its Close',
  anyWidth,
  async ({ page, context, city, signIn }) => {
    await expectErrors(page)
    await signIn('kabir')
    await settled(page)
    const before = await captures(city)
    const loads = countLoads(page)
    // Other parts of the page may say for themselves that they are missing.
    const waits = page.getByRole('complementary', { name: 'This part could not be loaded' })
    const sentence = waits.getByText('You are offline. We will refresh when the connection is back.')
    const choice = page.getByRole('dialog', { name: 'Choose payment mode' })

    await context.setOffline(true)
    await figures(page).click()
    await expect(sentence).toBeVisible()
    await waits.getByRole('button', { name: 'Close' }).click()
    await expect(sentence).toBeHidden()
    await figures(page).click()
    await waits.getByRole('button', { name: 'Try again' }).click()
    await expect(sentence).toBeVisible()
    await context.setOffline(false)
    await expect(choice).toBeVisible()
    await expect(sentence).toHaveCount(0)
    await choice.getByRole('button', { name: 'Close' }).click()
    await expect(choice).toHaveCount(0)
    expect(loads()).toBe(0)
    expect(await captures(city)).toBe(before)
  },
)
