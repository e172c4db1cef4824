import { expectAccessible } from '../support/accessible'
import { anyWidth, expect, type Persona, test } from '../support/fixtures'

/** Every screen of this house, with a persona whose state fills it. */
const screens: [Persona, string][] = [
  ['asha', '/home'],
  ['bilal', '/home'],
  ['chitra', '/home'],
  ['dev', '/home'],
  ['esha', '/home'],
  ['farid', '/home'],
  ['gauri', '/home'],
  ['hari', '/home'],
  ['leela', '/home'],
  ['asha', '/home?showAutoDebit=true'],
  ['chitra', '/home?showSettlement=true'],
  ['esha', '/home?requestType=create-new-request'],
  ['esha', '/home?paymentMode=easy-payment'],
  ['kabir', '/my-subscriptions/invoices'],
  ['kabir', '/my-subscriptions/transactions'],
  ['esha', '/my-subscriptions/active-subscriptions'],
  ['hari', '/my-subscriptions/closed-subscriptions'],
  ['hari', '/my-subscriptions/adjustment-invoice'],
  ['indu', '/my-subscriptions/all-requests'],
  ['esha', '/my-subscriptions/all-requests'],
  ['esha', '/create-new-request'],
  ['dev', '/kyc'],
  ['dev', '/kyc/documents'],
  ['esha', '/referral'],
  ['esha', '/referral/terms'],
  ['esha', '/settings'],
  ['esha', '/wa/cancellation'],
  ['esha', '/print-pdf/no-such-kind'],
]

for (const [persona, path] of screens) {
  test(`axe finds nothing on ${path} as ${persona}`, async ({ page, signIn }) => {
    await signIn(persona, path)
    await expectAccessible(page)
  })
}

for (const path of ['/dashboard/login', '/demo', '/terms-and-conditions']) {
  test(`axe finds nothing on ${path}`, async ({ page }) => {
    await page.goto(path)
    await expectAccessible(page)
  })
}

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
