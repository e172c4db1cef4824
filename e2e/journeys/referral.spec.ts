import type { Page } from '@playwright/test'
import { expectTold } from '../support/books'
import type { City } from '../support/city'
import { anyWidth, expect, quick, test } from '../support/fixtures'
import { atProvider, chooseGateway, expectPaid, openRazorpay } from '../support/paying'

// Inviting friends, what the friend sees, and the reward of both (docs/referral.md, PROD-09).

test.use({ ownCity: true })

const [ASHA, VEDA] = ['9000000001', '9000000022']

/** The list of invited friends. The contacts are below. */
const listOf = (page: Page) => page.getByRole('main').getByRole('list').first()

/** The persona's code, according to the server. */
async function codeOf(city: City, persona: string): Promise<string> {
  const token = await city.token(persona)
  return (await city.get<{ referralCode: string }>(token, '/api/Dashboards/referrals')).referralCode
}

/** The balance of the persona's wallet, in rupees. */
async function walletOf(city: City, persona: string): Promise<number> {
  const token = await city.token(persona)
  return (await city.get<{ rentoMoney: number }>(token, '/api/Dashboards/dashboardData')).rentoMoney
}

test(
  'a friend is invited by mail, opens the link, enters the code and pays a first rent: both are rewarded (PROD-09, CALL-48, CALL-49, ROUTE-08, ENTITY-62)',
  quick,
  async ({ page, city, signIn }) => {
    const code = await codeOf(city, 'asha')
    const before = { asha: await walletOf(city, 'asha'), veda: await walletOf(city, 'veda') }
    await signIn('asha', '/referral')
    const main = page.getByRole('main')
    await expect(main.getByText('You have not referred anyone yet.')).toBeVisible()
    await expect(main.getByText(`${city.url}/invite/${code}`)).toBeVisible()
    await main.getByLabel('E-mail of a friend').fill('veda@example.in')
    await main.getByRole('button', { name: 'Send the invitation' }).click()
    await expect(listOf(page)).toContainText('veda@example.inInvited')
    await expectTold(city, 'veda@example.in', new RegExp(code))

    // The friend uses the same browser. A customer signed in as somebody else could not enter the code.
    await page.evaluate(() => localStorage.clear())
    await page.goto(`/invite/${code}`)
    await expect(page.getByRole('heading', { name: 'You are invited' })).toBeVisible()
    await expect(page.getByText(code)).toBeVisible()
    await page.getByRole('link', { name: 'Sign in and enter it' }).click()
    await page.getByLabel('Mobile number').fill(VEDA)
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByLabel('6-digit code').fill('123456')
    const field = main.getByLabel('Code of your friend')
    await expect(field).toHaveValue(code)
    await main.getByRole('button', { name: 'Enter the code' }).click()
    await expect(field).toHaveCount(0)
    await expectTold(city, ASHA, /Veda.*₹500|₹500.*Veda/s)
    expect(await walletOf(city, 'veda'), 'before the rent').toBe(before.veda)

    await page.goto('/dashboard/home')
    await chooseGateway(page)
    await openRazorpay(page)
    await atProvider(page, 'Success')
    await expectPaid(page)
    await city.advance('PT2H')
    expect(await walletOf(city, 'veda')).toBe(before.veda + 500)
    expect(await walletOf(city, 'asha')).toBe(before.asha + 500)
    await expectTold(city, VEDA, /₹500 .*Rentomoney|Rentomoney.*₹500/s)
    await expectTold(city, ASHA, /Veda, whom you invited, has paid the first rent. ₹500 of promotional credit/)
    // Both see the reward in the wallet.
    await page.goto('/dashboard/my-subscriptions/transactions?tab=wallet')
    await expect(main.getByText('Promotional credit').first()).toBeVisible()
    await page.evaluate(() => localStorage.clear())
    await signIn('asha', '/referral')
    await expect(listOf(page).getByRole('listitem')).toContainText(
      'VedaCredited₹500 of promotional credit came to your Rentomoney.',
    )
    await page.goto('/dashboard/my-subscriptions/transactions?tab=wallet')
    await expect(main.getByText('Promotional credit').first()).toBeVisible()
  },
)

test('contacts are kept with consent, typed or out of a vCard file, invited and removed (CALL-50, CALL-51, CALL-52, ENTITY-63)', async ({
  page,
  city,
  signIn,
}) => {
  await signIn('asha', '/referral')
  const main = page.getByRole('main')
  await main.getByLabel('Name', { exact: true }).fill('Meera')
  await main.getByLabel('Mobile number').fill('9876500001')
  await main.getByRole('button', { name: 'Add the contact' }).click()
  await expect(main.getByText('Please agree first.')).toBeVisible()
  await main.getByRole('checkbox', { name: /These friends know/ }).check()
  await main.getByRole('button', { name: 'Add the contact' }).click()
  await expect(main.getByRole('heading', { name: 'Contacts (1)' })).toBeVisible()
  const long = 'Venkatanarasimharajuvaripeta Subrahmanyam Chandrasekhara'
  const card = `BEGIN:VCARD\nVERSION:3.0\nFN:${long}\nTEL;TYPE=CELL:+91 98765 00002\nEMAIL:venkat@example.in\nEND:VCARD\n`
  const chooser = page.waitForEvent('filechooser')
  await main.getByRole('button', { name: 'Read a vCard file' }).click()
  await (await chooser).setFiles({ name: 'friends.vcf', mimeType: 'text/vcard', buffer: Buffer.from(card) })
  await expect(main.getByRole('heading', { name: 'Contacts (2)' })).toBeVisible()
  await main.getByRole('checkbox', { name: /Meera/ }).check()
  await main.getByRole('checkbox', { name: new RegExp(long) }).check()
  await main.getByRole('button', { name: 'Invite (2)' }).click()
  await expect(listOf(page).getByRole('listitem')).toHaveCount(2)
  await expect(main.getByRole('checkbox', { name: /Meera/ })).toHaveCount(0)
  // By mail if there is an address, otherwise by SMS.
  const code = await codeOf(city, 'asha')
  await expectTold(city, '9876500001', new RegExp(code))
  await expectTold(city, 'venkat@example.in', new RegExp(code))
  await main.getByRole('button', { name: 'Remove Meera' }).click()
  await expect(main.getByRole('heading', { name: 'Contacts (1)' })).toBeVisible()
})

test(
  'a code is refused that is one’s own, nobody’s, or a second one; after the first rent there is no field for it',
  anyWidth,
  async ({ page, city, signIn }) => {
    const [own, ashas, haris] = [await codeOf(city, 'veda'), await codeOf(city, 'asha'), await codeOf(city, 'hari')]
    await signIn('veda', '/referral')
    const main = page.getByRole('main')
    const enter = async (code: string) => {
      await main.getByLabel('Code of your friend').fill(code)
      await main.getByRole('button', { name: 'Enter the code' }).click()
    }
    await enter(own)
    await expect(main.getByText("This is your own code. Please enter a friend's.")).toBeVisible()
    await enter('zzzz9999')
    await expect(main.getByText('We do not know this code. Please check it with your friend.')).toBeVisible()
    await enter(` ${ashas.toUpperCase()} `)
    await expect(main.getByLabel('Code of your friend')).toHaveCount(0)
    const join = async (persona: string, referralCode: string) =>
      (await city.send(await city.token(persona), '/api/Dashboards/joinReferral', { referralCode })).status
    expect(await join('veda', ashas), 'the same again').toBe(200)
    expect(await join('veda', haris), 'another').toBe(409)
    expect(await join('esha', haris), 'after the first rent').toBe(409)
    await page.evaluate(() => localStorage.clear())
    await signIn('esha', '/referral')
    await expect(main.getByRole('button', { name: 'Send the invitation' })).toBeVisible()
    await expect(main.getByLabel('Code of your friend')).toHaveCount(0)
  },
)
