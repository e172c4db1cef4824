import { expectAccessible } from '../support/accessible'
import { onDesktop } from '../support/browser'
import { anyWidth, expect, type Persona, quick, test } from '../support/fixtures'
import { expectHelpCoversNothing } from '../support/help'
import { expectKeyboardReaches } from '../support/keyboard'
import { expectFits, expectFitsEverywhere, setLetters } from '../support/reflow'

/** Every screen and the first step of every flow, with a persona whose state fills it. */
const screens: Partial<Record<Persona, string[]>> = {
  asha: [
    '/home',
    '/home?showAutoDebit=true',
    '/home?showAutoDebit=true&notInterested=true',
    '/home?whyAmount=true',
    '/my-subscriptions/invoices',
    '/my-subscriptions/rental-invoice',
    '/settings',
    '/referral',
    '/no-such-page',
    '/print-pdf/invoice',
    '/print-pdf/statement',
  ],
  bilal: ['/home', '/my-subscriptions/transactions?tab=deposit'],
  chitra: ['/home', '/home?showSettlement=true'],
  dev: ['/home', '/kyc', '/kyc/documents', '/kyc/documents/student'],
  esha: [
    '/home',
    '/home?requestType=create-new-request',
    '/home?requestType=close-subscription',
    '/home?requestType=relocate-subscription',
    '/home?requestType=repair-request',
    '/home?requestType=transfer-ownership',
    '/home?requestType=extend-subscription',
    '/home?paymentMode=easy-payment',
    '/home?paymentMode=easy-payment&paymentType=advance-rental',
    '/home?paymentMode=easy-payment&paymentType=advance-rental&paymentStep=advance-rental-know-more',
    '/my-subscriptions/active-subscriptions',
    '/my-subscriptions/all-requests',
    '/create-new-request',
    '/referral',
    '/referral/terms',
    '/settings',
    '/wa/cancellation',
    '/print-pdf/no-such-kind',
    '/print-pdf/deposit',
  ],
  farid: ['/home'],
  gauri: [
    '/home',
    '/home?paymentMode=easy-payment&paymentType=auto-debit',
    '/home?paymentMode=easy-payment&paymentType=auto-debit&paymentStep=auto-debit-know-more',
    '/home?paymentMode=easy-payment&paymentType=auto-debit&paymentStep=auto-debit-add-new-payment-mode',
    '/home?paymentMode=easy-payment&paymentType=auto-debit&paymentStep=auto-debit-change-payment-mode',
  ],
  hari: ['/home', '/my-subscriptions/closed-subscriptions', '/my-subscriptions/adjustment-invoice'],
  indu: ['/home', '/my-subscriptions/all-requests', '/my-subscriptions/all-requests?activeStatus=false'],
  jaya: ['/home'],
  kabir: [
    '/my-subscriptions/invoices',
    '/my-subscriptions/rental-invoice',
    '/my-subscriptions/transactions',
    '/my-subscriptions/transactions?tab=wallet',
    '/print-pdf/statement',
  ],
  leela: ['/home'],
  mohan: ['/home', '/home?paymentMode=easy-payment&paymentType=auto-debit'],
  nita: ['/home', '/home?paymentMode=easy-payment&paymentType=auto-debit'],
  pooja: ['/kyc', '/kyc/documents', '/kyc/documents?document=profilePic'],
  qadir: ['/kyc'],
  rhea: ['/kyc', '/kyc/documents?document=bankDocDetails'],
}

/** The personas whose screens `make test` checks: dues, a refund, identity, requests and payments. */
const looked = ['asha', 'chitra', 'dev', 'indu', 'kabir']

/** Pages without the common layout, and therefore without Need help. */
const withoutFrame = /print-pdf|rental-invoice|\/wa\/|\/kyc\/documents|\/referral\/terms|\/create-new-request/

/** The number of screens per test, so that no test takes long. */
const atOnce = 7

const firstName = 'Venkatanarasimharajuvaripeta'
const longName = `${firstName} Subrahmanyeswaraswamy Lakshminarasimhamurthy`

for (const [persona, all] of Object.entries(screens))
  for (let from = 0; from < all.length; from += atOnce) {
    const paths = all.slice(from, from + atOnce)
    const which = all.length > atOnce ? `, from ${paths[0]}` : ''
    test(
      `the screens of ${persona}${which}: axe finds nothing, Tab comes everywhere, all of it fits, and Need help covers nothing`,
      looked.includes(persona) ? quick : {},
      async ({ page, signIn }) => {
        const whole = page.viewportSize()
        if (!whole) throw new Error('the window has no size')
        const desktop = onDesktop(page)
        await page.route('**/api/RMUsers/*', async (route) => {
          const answer = await route.fetch()
          const told = (await answer.json()) as { user?: { fullName: string } }
          if (told.user) told.user.fullName = longName
          await route.fulfill({ response: answer, json: told })
        })
        for (const [at, path] of paths.entries()) {
          if (at === 0) await signIn(persona as Persona, path)
          else await page.goto(`/dashboard${path}`)
          // A business customer is not greeted.
          if (path === '/home' && persona !== 'farid') await expect(page.getByText(firstName).first()).toBeVisible()
          // A dialog of a payment loads with the part that renders it, after home is there.
          const isDialog = /[?&](show|requestType|whyAmount|paymentMode)/.test(path)
          if (isDialog) await expect(page.getByRole('dialog')).toBeVisible()
          await expectAccessible(page)
          await expectKeyboardReaches(page)
          if (!desktop) await expectFitsEverywhere(page)
          else if (isDialog) {
            await setLetters(page, '200%')
            await expectFits(page, 'letters of 200 %')
          }
          // Need help is on all pages on desktop, but only on home on phones.
          const hasHelp = desktop ? !isDialog && !withoutFrame.test(path) : path === '/home'
          if (hasHelp) await expectHelpCoversNothing(page)
          await page.setViewportSize(whole)
        }
      },
    )
  }

test('axe finds nothing on the pages of visitors, and Tab comes everywhere', async ({ page }) => {
  for (const path of ['/dashboard/login', '/demo', '/terms-and-conditions']) {
    await page.goto(path)
    await expectAccessible(page)
    await expectKeyboardReaches(page)
  }
})

test('while a slow machine thinks between its calls, axe waits for the content', anyWidth, async ({ page, signIn }) => {
  await page.addInitScript((thought) => {
    const send = window.fetch
    window.fetch = async (...call) => {
      await new Promise((resolve) => setTimeout(resolve, thought))
      return send(...call)
    }
  }, 1500)
  await signIn('indu', '/my-subscriptions/all-requests')
  await expectAccessible(page)
  await expect(page.getByRole('article')).toHaveCount(2, { timeout: 1 })
})
