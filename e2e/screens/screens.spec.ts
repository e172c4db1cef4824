import type { Page } from '@playwright/test'
import { settled } from '../support/accessible'
import { viewports } from '../support/browser'
import { openStaffConsole } from '../support/console'
import { type Persona, test } from '../support/fixtures'

const easyPayment = '/home?paymentMode=easy-payment'
const autoDebit = `${easyPayment}&paymentType=auto-debit`
const advance = `${easyPayment}&paymentType=advance-rental`

/** Each screen, with a persona whose state fills it. */
const screens: Record<string, [Persona, string]> = {
  'home-rent-due': ['asha', '/home'],
  'home-deposit-due': ['bilal', '/home'],
  'home-settlement': ['chitra', '/home'],
  'home-kyc': ['dev', '/home'],
  kyc: ['dev', '/kyc'],
  'kyc-profession': ['dev', '/kyc/documents'],
  'home-carousel': ['esha', '/home'],
  'home-auto-debit-active': ['gauri', '/home'],
  'home-closed-items': ['hari', '/home'],
  'home-new-customer': ['leela', '/home'],
  'b2b-notice': ['farid', '/home'],
  'auto-debit-dialog': ['asha', '/home?showAutoDebit=true'],
  'settlement-dialog': ['chitra', '/home?showSettlement=true'],
  invoices: ['asha', '/my-subscriptions/invoices'],
  transactions: ['kabir', '/my-subscriptions/transactions'],
  'active-items': ['esha', '/my-subscriptions/active-subscriptions'],
  'closed-items': ['hari', '/my-subscriptions/closed-subscriptions'],
  'all-requests': ['indu', '/my-subscriptions/all-requests'],
  'create-request': ['esha', '/create-new-request'],
  settings: ['asha', '/settings'],
  referral: ['asha', '/referral'],
  'not-found': ['asha', '/no-such-page'],
  'auto-debit-none': ['indu', autoDebit],
  'auto-debit-active': ['gauri', autoDebit],
  'auto-debit-failed': ['mohan', autoDebit],
  'auto-debit-failed-at-home': ['mohan', '/home'],
  'auto-debit-paused': ['nita', autoDebit],
  'auto-debit-above-limit': ['kabir', autoDebit],
  'auto-debit-add': ['indu', `${autoDebit}&paymentStep=auto-debit-add-new-payment-mode`],
  'auto-debit-change': ['esha', `${autoDebit}&paymentStep=auto-debit-change-payment-mode`],
  'advance-options': ['esha', advance],
  'advance-know-more': ['esha', `${advance}&paymentStep=advance-rental-know-more`],
  'print-invoice': ['asha', '/print-pdf/invoice'],
  'print-statement': ['asha', '/print-pdf/statement'],
  'print-deposit': ['esha', '/print-pdf/deposit'],
}

for (const [name, [persona, path]] of Object.entries(screens)) {
  test(name, async ({ page, signIn }, info) => {
    // A sign-in link to an unknown page leads home, so open that page after the sign-in.
    await signIn(persona, name === 'not-found' ? '/home' : path)
    if (name === 'not-found') await page.goto(`/dashboard${path}`)
    // The part that renders a dialog loads after home is there.
    if (/[?&](show|paymentMode)/.test(path)) await page.getByRole('dialog').waitFor()
    await settled(page)
    await picture(page, `${info.project.name}/${name}`)
  })
}

test.describe('after something was done', () => {
  test.use({ ownCity: true })

  test('auto-debit-removed', async ({ page, signIn }, info) => {
    await signIn('nita', autoDebit)
    const dialog = page.getByRole('dialog', { name: 'Easy Payment' })
    await dialog.getByRole('button', { name: /^Delete/ }).click()
    await picture(page, `${info.project.name}/auto-debit-remove`)
    await dialog.getByRole('button', { name: 'Yes, delete' }).click()
    await page.getByText('Auto debit for Card successfully removed.').waitFor()
    await page.screenshot({ path: `../screens/${info.project.name}/auto-debit-removed.png` })
  })

  test('pay-link', async ({ page, city }, info) => {
    await city.toNextBills(1)
    const answer = await fetch(`${city.url}/demo/inbox?to=9000000001`, { headers: { Accept: 'application/json' } })
    const link = (await answer.text()).match(/\/dashboard\/pay#\w{38}/)?.[0] ?? ''
    await page.goto('/dashboard/pay')
    await settled(page)
    await picture(page, `${info.project.name}/pay-link-without-a-session`)
    await page.goto(link)
    await page.getByRole('dialog', { name: 'Choose payment mode' }).waitFor()
    await picture(page, `${info.project.name}/pay-link`)
  })

  test('chat', async ({ page, signIn, city, browser }, info) => {
    const seen = (name: string) => page.screenshot({ path: `../screens/${info.project.name}/chat-${name}.png` })
    await signIn('asha', '/home?openChat=true')
    const text = page.getByRole('textbox', { name: 'Write a message' })
    const messages = page.getByRole('log').getByRole('listitem')
    await text.waitFor()
    await settled(page)
    await seen('empty')
    await page.getByRole('button', { name: /is due$/ }).click()
    await messages.filter({ hasText: 'is due now' }).waitFor()
    await text.fill(`The fridge does not cool.\n\n${'It is quite loud, too. '.repeat(12)}\n${'a'.repeat(120)}`)
    await seen('long-draft')
    await page.getByRole('button', { name: 'Send' }).click()
    await messages.filter({ hasText: 'A person of our team reads this' }).waitFor()
    await seen('waiting')
    const console = await openStaffConsole(browser, city, 0, { colorScheme: info.project.use.colorScheme })
    await console.setViewportSize(page.viewportSize() ?? viewports.mobile)
    await picture(console, `${info.project.name}/console-chats`)
    await console.getByRole('link', { name: /Asha/ }).click()
    await console.getByLabel('Answer').fill('We come tomorrow at ten. Please have the bill ready.')
    await picture(console, `${info.project.name}/console-chat`)
    await console.getByRole('button', { name: 'Send' }).click()
    await messages.filter({ hasText: 'We come tomorrow' }).waitFor()
    await page.route('**/api/Chatbots/sendMessage', (route) => route.abort())
    await text.fill('Thank you!')
    await page.getByRole('button', { name: 'Send' }).click()
    await messages.filter({ hasText: 'Not sent' }).waitFor()
    await seen('not-sent')
    await page.route('**/api/Chatbots/conversation*', (route) => route.fulfill({ status: 500 }))
    await page.goto('/dashboard/home?openChat=true')
    await page.getByText('The chat could not be loaded.').waitFor()
    await seen('failed')
    await console.context().close()
  })
})

for (const path of ['/demo', '/dashboard/login', '/terms-and-conditions', '/docs', '/support/sign-in']) {
  test(path, async ({ page }, info) => {
    await page.goto(path)
    await settled(page)
    await picture(page, `${info.project.name}/${path.slice(1).replaceAll('/', '-')}`)
  })
}

/**
 * A picture of the whole page. The window grows to the page's height, so that sticky parts are at the page's
 * edge. Dialogs are shown in the window as it is.
 */
async function picture(page: Page, name: string): Promise<void> {
  const path = `../screens/${name}.png`
  if ((await page.getByRole('dialog').count()) > 0) return void (await page.screenshot({ path }))
  const width = page.viewportSize()?.width ?? 0
  // Twice, because some parts load only when they are near.
  for (let time = 0; time < 2; time += 1) {
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ width, height })
    await settled(page)
  }
  await page.screenshot({ path })
}
