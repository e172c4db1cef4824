import { expectAccessible } from '../support/accessible'
import { onDesktop } from '../support/browser'
import { anyWidth, expect, type Persona, quick, test } from '../support/fixtures'
import { expectKeyboardReaches } from '../support/keyboard'
import { expectFits, setLetters } from '../support/reflow'

/** Every screen of this house, with a persona whose state fills it. */
const screens: Partial<Record<Persona, string[]>> = {
  asha: ['/home', '/home?showAutoDebit=true', '/home?whyAmount=true'],
  bilal: ['/home'],
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
  indu: ['/my-subscriptions/all-requests', '/my-subscriptions/all-requests?activeStatus=false'],
  kabir: [
    '/my-subscriptions/invoices',
    '/my-subscriptions/rental-invoice',
    '/my-subscriptions/transactions',
    '/print-pdf/statement',
  ],
  leela: ['/home'],
  mohan: ['/home', '/home?paymentMode=easy-payment&paymentType=auto-debit'],
  pooja: ['/kyc', '/kyc/documents'],
  rhea: ['/kyc'],
  nita: ['/home', '/home?paymentMode=easy-payment&paymentType=auto-debit'],
}

/** Whose screens `make test` looks at: money that is due, a refund, identity, requests and what was paid. */
const looked = ['asha', 'chitra', 'dev', 'indu', 'kabir']

for (const [persona, [first, ...others]] of Object.entries(screens)) {
  test(
    `axe finds nothing on the screens of ${persona}, and Tab comes everywhere`,
    looked.includes(persona) ? quick : {},
    async ({ page, signIn }) => {
      await signIn(persona as Persona, first)
      await expectAccessible(page)
      await expectKeyboardReaches(page)
      for (const path of others) {
        await page.goto(`/dashboard${path}`)
        // A dialog that a payment opens comes with the part that draws it, and home is there before.
        const isDialog = /[?&](show|requestType|whyAmount|paymentMode)/.test(path)
        if (isDialog) await expect(page.getByRole('dialog')).toBeVisible()
        await expectAccessible(page)
        await expectKeyboardReaches(page)
        // What fits on small screens is told by narrow.spec.ts.
        if (!isDialog || !onDesktop(page)) continue
        await setLetters(page, '200%')
        await expectFits(page, 'letters of 200 %')
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
