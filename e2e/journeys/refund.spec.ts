import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { expectTold, payouts } from '../support/books'
import type { City } from '../support/city'
import { closeOneByOne } from '../support/closing'
import { anyWidth, expect, type Persona, quick, test } from '../support/fixtures'
import { atProvider, chooseGateway, expectPaid, openRazorpay, owed, rupees } from '../support/paying'

test.use({ ownCity: true })

test.describe('chitra: her deposit goes back', () => {
  test(
    'to her bank: form, settlement, payout reference (REFUND-01, REFUND-09, REFUND-10, REFUND-19, REFUND-20, VALID-21, VALID-23, CALL-43)',
    quick,
    async ({ page, city, signIn }) => {
      await signIn('chitra')
      const { amount } = await readyRefund(city)
      const balances = page.getByRole('region', { name: 'Balances' })
      const banner = page.getByRole('main').getByText('Your refund is worked out. Choose how you want to receive it.')
      await expect(banner).toBeVisible()
      await expect(balances.getByText(`${rupees(amount)} waits for your choice of how to get it back`)).toBeVisible()
      const dialog = await review(page)
      await expect(dialog.getByRole('heading', { name: 'How do you wish to be refunded?' })).toBeVisible()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Straight to Bank Account' }).click()
      const save = dialog.getByRole('button', { name: 'Save and continue' })
      await expect(save).toBeDisabled()
      await dialog.getByLabel('Name as per the bank').fill('Chitra Iyer')
      await dialog.getByLabel('Account number').fill('50100012345678')
      await dialog.getByLabel('IFSC code').pressSequentially('hdfc000000123')
      await expect(dialog.getByLabel('IFSC code')).toHaveValue('HDFC0000001')
      await expect(dialog.getByLabel('Bank name')).toHaveValue('HDFC Bank')
      await expectAccessible(page)
      await save.click()
      await expect(
        dialog.getByText('Your refund will be initiated to the following Bank Account in 7 working days.'),
      ).toBeVisible()
      await expect(dialog.getByText('XXXX5678')).toBeVisible()
      await expect(dialog.getByText(/7 working days left/)).toBeVisible()
      await expectAccessible(page)
      // Home says which preference was chosen, and does not ask again.
      await dialog.getByRole('button', { name: 'Close' }).click()
      await expect(page.getByRole('main').getByText('You chose your bank account. See how far it is.')).toBeVisible()
      await expect(banner).toHaveCount(0)
      await expect(balances.getByText(`${rupees(amount)} on its way back to you`)).toBeVisible()
      await review(page)
      await arrives(page, city, /^Your refund was paid to .*5678\.$/)
      await expect(dialog.getByText('Payout reference')).toBeVisible()
      await expect(dialog.getByText(/^\d{12}$/)).toBeVisible()
      expect(await payouts(city)).toEqual([{ status: 'processed', amount: Math.round(amount * 100) }])
      await expectTold(city, '9000000003', /we paid your refund of .* to HDFC Bank X+5678\./)
    },
  )

  test(
    'by UPI, the other ways below OR, and once more when it comes back (REFUND-07, REFUND-08, VALID-25)',
    anyWidth,
    async ({ page, city, signIn }) => {
      await signIn('chitra')
      const amount = Math.round((await readyRefund(city)).amount * 100)
      await city.sandbox({ provider: 'razorpayx', outcomes: [{ call: 'payout', outcome: 'reversed' }] })
      const dialog = await review(page)
      await dialog.getByRole('button', { name: 'Refund Via UPI' }).click()
      await expect(dialog.getByRole('button', { name: 'Save and continue' })).toBeDisabled()
      await expect(dialog.getByText('OR', { exact: true })).toBeVisible()
      await expect(dialog.getByRole('button', { name: 'Straight to Bank Account' })).toBeVisible()
      await dialog.getByLabel('UPI ID').fill('chitra@okhdfcbank')
      await dialog.getByRole('button', { name: 'Save and continue' }).click()
      await expect(
        dialog.getByText('Your refund will be initiated to the following UPI ID in 7 working days.'),
      ).toBeVisible()
      // The bank accepts the payout, and then returns it.
      await arrives(page, city, /^The bank did not accept these details, so nothing was paid\./)
      await expectTold(city, '9000000003', /your bank did not take the refund of .*It is still yours\./)
      expect(await payouts(city)).toEqual([{ status: 'reversed', amount }])
      await dialog.getByLabel('UPI ID').fill('chitra@oksbi')
      await dialog.getByRole('button', { name: 'Save and continue' }).click()
      await arrives(page, city, /^Your refund was paid to .+@oksbi\.$/)
      await expect(dialog.getByText(/^\d{12}$/)).toBeVisible()
      expect((await payouts(city)).at(-1)).toEqual({ status: 'processed', amount })
      await expectTold(city, '9000000003', /we paid your refund of .* to .+@oksbi\./)
    },
  )

  test(
    'refused by her bank it is held, which home says, and goes to the account that she enters next',
    anyWidth,
    async ({ page, city, signIn }) => {
      await signIn('chitra')
      const { amount } = await readyRefund(city)
      await city.sandbox({ provider: 'razorpayx', outcomes: [{ call: 'validation', outcome: 'invalid' }] })
      const dialog = await review(page)
      await dialog.getByRole('button', { name: 'Straight to Bank Account' }).click()
      await enterBank(dialog, '50100012345678')
      await expect(dialog.getByText('XXXX5678')).toBeVisible()
      await city.advance('PT1H')
      await page.goto('/dashboard/home')
      const balances = page.getByRole('region', { name: 'Balances' })
      const held = /^₹[\d,.]+ is held: the bank did not accept your details$/
      await expect(page.getByRole('main').getByText(held)).toHaveCount(2)
      await expect(balances.getByText(/on its way back/)).toHaveCount(0)
      await expectAccessible(page)
      await balances.getByRole('link', { name: 'Enter them again' }).click()
      await expect(dialog.getByText(/The bank did not accept these details/)).toBeVisible()
      await enterBank(dialog, '60100012349999')
      await expect(dialog.getByText('XXXX9999')).toBeVisible()
      await page.goto('/dashboard/home')
      await expect(balances.getByText(/ on its way back to you$/)).toBeVisible()
      await expect(page.getByRole('main').getByText(held)).toHaveCount(0)
      await city.advance('P2D')
      const paid = (await payouts(city)).filter(({ status }) => status === 'processed')
      expect(paid).toEqual([{ status: 'processed', amount: Math.round(amount * 100) }])
      expect((await readyRefund(city)).count).toBe(0)
      await page.goto('/demo/inbox?to=9000000003')
      // By SMS and by mail.
      await expect(page.getByText(/your bank did not confirm HDFC Bank X+5678 as yours/)).toHaveCount(2)
      await expect(page.getByText(/we paid your refund of .+ to HDFC Bank X+9999\./)).toHaveCount(2)
    },
  )

  test(
    'to Rentomoney, after a question, and out of it again until it is spent (REFUND-02, REFUND-17, REFUND-18, MSG-05)',
    quick,
    async ({ page, city, signIn }) => {
      await signIn('chitra')
      const { amount } = await readyRefund(city)
      const sum = rupees(amount)
      const dialog = await review(page)
      const toWallet = dialog.getByRole('button', { name: /Straight to Rentomoney\s*Most Popular/ })
      const question = page.getByRole('dialog', { name: `Put ${sum} into Rentomoney?` })
      await toWallet.click()
      await expect(question.getByText('It is there at once, and pays what falls due next.')).toBeVisible()
      await expect(question.getByText(/^Until it is spent you can have it paid/)).toBeVisible()
      await expectAccessible(page)
      await question.getByRole('button', { name: 'Choose another way' }).click()
      await expect(question).toBeHidden()
      expect(await inWallet(city)).toBe(0)
      expect(await readyRefund(city)).toMatchObject({ amount, refundPreference: 0 })

      await toWallet.click()
      await page.getByRole('button', { name: 'Put it into Rentomoney' }).click()
      await expect(page.getByText('Preference Set Successfully')).toBeVisible()
      await expect(dialog).toBeHidden()
      await city.advance('PT1H')
      expect(await inWallet(city)).toBe(amount)

      await page.goto('/dashboard/my-subscriptions/transactions?tab=wallet')
      await expect(page.getByText('Refund received', { exact: true })).toBeVisible()
      await page.getByRole('link', { name: 'Have it paid to your bank or UPI ID' }).click()
      await expect(dialog.getByText('What is due now is paid from it first. Promotional credit stays.')).toBeVisible()
      await expect(dialog.getByText(sum).first()).toBeVisible()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Refund Via UPI' }).click()
      await dialog.getByLabel('UPI ID').fill('chitra@okhdfcbank')
      await dialog.getByRole('button', { name: 'Save and continue' }).click()
      await expect(
        dialog.getByText('Your refund will be initiated to the following UPI ID in 7 working days.'),
      ).toBeVisible()
      expect(await inWallet(city)).toBe(0)
      await page.goto('/dashboard/home')
      const balances = page.getByRole('region', { name: 'Balances' })
      await expect(balances.getByText(`${sum} is on its way to your UPI ID, asked for on`)).toBeVisible()
      await balances.getByRole('link', { name: 'See how far it is' }).click()
      await expect(dialog.getByText(/Your refund will be initiated to the following UPI ID/)).toBeVisible()
      await city.advance('P2D')
      expect(await payouts(city)).toEqual([{ status: 'processed', amount: Math.round(amount * 100) }])
      await page.goto('/dashboard/my-subscriptions/transactions?tab=wallet')
      await expect(page.getByText(/^To your bank or UPI ID/)).toBeVisible()
      await expect(page.getByRole('link', { name: 'Have it paid to your bank or UPI ID' })).toHaveCount(0)

      await page.goto('/demo/inbox?to=9000000003')
      // By SMS and by mail.
      await expect(page.getByText(`we paid your refund of ${sum} to Rentomoney.`)).toHaveCount(2)
      await expect(page.getByText(`you asked us to pay out ${sum} of your Rentomoney.`)).toHaveCount(2)
      await expect(page.getByText(/we paid your refund of .+ to .+@okhdfcbank\./)).toHaveCount(2)
    },
  )

  test(
    'the bank in one tab and Rentomoney in another: it is paid once, and both tabs say where',
    anyWidth,
    async ({ page, context, city, signIn }) => {
      // The first tab receives no changes, and still shows its form.
      await page.route('**/api/events*', (route) => route.abort())
      await signIn('chitra')
      const { amount } = await readyRefund(city)
      const dialog = await review(page)
      await dialog.getByRole('button', { name: 'Straight to Bank Account' }).click()
      await expect(dialog.getByLabel('Account number')).toBeVisible()

      const other = await context.newPage()
      await other.goto('/dashboard/home')
      await (await review(other)).getByRole('button', { name: /^Straight to Rentomoney/ }).click()
      await other.getByRole('button', { name: 'Put it into Rentomoney' }).click()
      await expect(other.getByText('Preference Set Successfully')).toBeVisible()
      await expect.poll(() => inWallet(city)).toBe(amount)

      await enterBank(dialog, '50100012345678')
      await expect(dialog.getByText('Your refund is in your Rentomoney.')).toBeVisible()
      await expect(dialog.getByText(/Your refund will be initiated/)).toHaveCount(0)
      await city.advance('P2D')
      expect(await payouts(city)).toEqual([])
      expect(await inWallet(city)).toBe(amount)
      await expectTold(city, '9000000003', /we paid your refund of .* to Rentomoney\./)
    },
  )

  test(
    'an agent looks and changes nothing (VALID-27, VALID-28, VALID-29, ROLE-05)',
    anyWidth,
    async ({ page, city }) => {
      await page.goto(`${city.url}/demo/as/agent?customer=chitra`)
      const dialog = await review(page)
      await dialog.getByRole('button', { name: 'Straight to Bank Account' }).click()
      await expect(dialog.getByLabel('Account number')).toHaveAttribute('readonly', '')
      await expect(dialog.getByRole('button', { name: 'Save and continue' })).toHaveCount(0)
      const refused = await page.evaluate(async () => {
        const headers = { Authorization: localStorage.getItem('accessTokenId') ?? '', 'Idempotency-Key': 'by an agent' }
        const { id } = JSON.parse(localStorage.getItem('user') ?? '{}')
        const path = `/api/RMUsers/${id}/setRefundPreference?preferenceInt=10`
        return (await fetch(path, { method: 'POST', headers })).status
      })
      expect(refused, 'nor by any other way').toBe(403)
      await city.advance('P2D')
      expect(await readyRefund(city)).toMatchObject({ count: 1, refundPreference: 0 })
      expect(await inWallet(city)).toBe(0)
      expect(await payouts(city)).toEqual([])
    },
  )
})

/** What home knows about a persona's refunds, in rupees. */
async function homeOf(city: City, persona: Persona = 'chitra') {
  return city.get<{ rentoMoney: number; readyRefund: { count: number; amount: number; refundPreference: number } }>(
    await city.token(persona),
    '/api/Dashboards/dashboardData',
  )
}
const readyRefund = async (city: City) => (await homeOf(city)).readyRefund
const inWallet = async (city: City, persona?: Persona) => (await homeOf(city, persona)).rentoMoney

/** Fills in the form for a bank account. The IFSC gives the bank's name. */
async function enterBank(dialog: Locator, account: string, name = 'Chitra Iyer'): Promise<void> {
  await dialog.getByLabel('Name as per the bank').fill(name)
  await dialog.getByLabel('Account number').fill(account)
  await dialog.getByLabel('IFSC code').fill('HDFC0000001')
  await expect(dialog.getByLabel('Bank name')).toHaveValue('HDFC Bank')
  await dialog.getByRole('button', { name: 'Save and continue' }).click()
}

/** Opens the settlement from the banner on home. */
async function review(page: Page): Promise<Locator> {
  const main = page.getByRole('main')
  await main
    .getByRole('link', { name: 'Review' })
    .or(main.getByRole('button', { name: 'Review' }))
    .click()
  const dialog = page.getByRole('dialog', { name: 'Final Settlement' })
  await expect(dialog).toBeVisible()
  return dialog
}

/**
 * Waits for the cooling-off of the payout details and for the bank, over a weekend too.
 * Then opens the settlement again.
 */
async function arrives(page: Page, city: City, said: RegExp): Promise<void> {
  await expect(async () => {
    await city.advance('P2D')
    await page.reload()
    await expect(page.getByRole('dialog').getByText(said)).toBeVisible({ timeout: 5000 })
  }).toPass()
}

test(
  'jaya gives items back one by one: each settlement can be opened, home counts those that are ready, and each says where it was paid',
  anyWidth,
  async ({ page, city, signIn }) => {
    // Pays the dues first, because the deposits would pay them otherwise:
    // the bill of the month, after which no other one comes during the test, and the charges.
    await city.toNextBills()
    await signIn('jaya')
    await payWhatIsDue(page, city)
    await closeOneByOne(city, 'jaya', 2)
    await payWhatIsDue(page, city)
    await city.advance('P21D')
    await page.goto('/dashboard/home')
    const settlements = await settlementsOf(city)
    const ready = settlements.filter(({ state }) => state === 'ready').length
    expect(ready, JSON.stringify(settlements)).toBeGreaterThan(1)
    await expect(page.getByRole('main').getByText(`${ready} settlements are ready.`)).toBeVisible()
    const dialog = await review(page)
    const others = dialog.getByRole('region', { name: 'Other settlements' }).getByRole('button')
    await expect(others).toHaveCount(settlements.length - 1)
    await expectAccessible(page)
    // The opened settlement swaps places with the former one.
    const shown = dialog.getByText(/^Given back: /).first()
    const first = (await shown.textContent()) ?? ''
    await others.first().click()
    await expect(shown).not.toHaveText(first)
    await expect(others.first()).toContainText(first)
    await dialog.getByRole('button', { name: /^Straight to Rentomoney/ }).click()
    await page.getByRole('button', { name: 'Put it into Rentomoney' }).click()
    await expect(dialog).toHaveCount(0)
    await page.goto('/dashboard/home?showSettlement=true')
    await expect(dialog.getByText('Your refund is in your Rentomoney.')).toBeVisible()
    const other = (await shown.textContent()) ?? ''
    await others.first().click()
    await expect(shown).not.toHaveText(other)
    await expect(dialog.getByText('Your refund is in your Rentomoney.')).toBeVisible()
  },
)

/** Jaya's settlements, according to the server. */
async function settlementsOf(city: City): Promise<{ state: string; refund: number }[]> {
  const token = await city.token('jaya')
  const path = `/api/RMUsers/${token.userId}/getSettlements`
  return (await city.get<{ settlements: { state: string; refund: number }[] }>(token, path)).settlements
}

/** Pays jaya's dues at a gateway, so that her deposits do not pay them. */
async function payWhatIsDue(page: Page, city: City): Promise<void> {
  if ((await owed(city, 'jaya')) === 0) return
  await page.goto('/dashboard/home')
  await chooseGateway(page)
  await openRazorpay(page)
  await atProvider(page, 'Success')
  await expectPaid(page)
}

test('three settlements go three ways, each chosen on the ticket of its closure: each settlement and the messages say which went to the bank, by UPI and into Rentomoney', async ({
  page,
  city,
  signIn,
}) => {
  test.slow()
  const tickets = await closeOneByOne(city, 'jaya', 3)
  await signIn('jaya')
  const ticket = page.getByRole('dialog', { name: 'Closure' })
  const ways = [
    {
      choose: async () => {
        await ticket.getByRole('button', { name: 'Straight to Bank Account' }).click()
        await enterBank(ticket, '50100012345678', 'Jaya Reddy')
      },
      chosen: 'To bank account XXXX5678',
      paid: /^Your refund was paid to HDFC Bank X+5678\.$/,
      told: /we paid your refund of .* to HDFC Bank X+5678\./,
    },
    {
      choose: async () => {
        await ticket.getByRole('button', { name: 'Refund Via UPI' }).click()
        await ticket.getByLabel('UPI ID').fill('jaya@oksbi')
        await ticket.getByRole('button', { name: 'Save and continue' }).click()
      },
      chosen: 'By UPI to jaya@oksbi',
      paid: /^Your refund was paid to .+@oksbi\.$/,
      told: /we paid your refund of .* to .+@oksbi\./,
    },
    {
      choose: async () => {
        await ticket.getByRole('button', { name: /^Straight to Rentomoney/ }).click()
        const sure = page.getByRole('button', { name: 'Put it into Rentomoney' })
        await expect(sure.or(ticket.getByText('To Rentomoney'))).toBeVisible()
        if (await sure.isVisible()) await sure.click()
      },
      chosen: 'To Rentomoney',
      paid: 'Your refund is in your Rentomoney.',
      told: /we paid your refund of .* to Rentomoney\./,
    },
  ]
  for (const [at, { choose, chosen }] of ways.entries()) {
    await page.goto(`/dashboard/home?ticketId=${tickets[at]}`)
    await ticket.getByRole('button', { name: /^Choose (?:a|another) way$/ }).click()
    await choose()
    await expect(ticket.getByText(chosen)).toBeVisible()
    await expect(async () => {
      await payWhatIsDue(page, city)
      await city.advance('P2D')
      expect((await settlementsOf(city)).filter(({ state }) => state === 'paid')).toHaveLength(at + 1)
    }).toPass()
  }
  const settlements = await settlementsOf(city)
  await page.goto('/dashboard/home?showSettlement=true')
  const dialog = page.getByRole('dialog', { name: 'Final Settlement' })
  const others = dialog.getByRole('region', { name: 'Other settlements' }).getByRole('button')
  const shown = dialog.getByText(/^Given back: /).first()
  await expect(others).toHaveCount(2)
  const title = (text: string | null) => /^Given back: .+?(?= ?(?:Paid|$))/.exec(text ?? '')?.[0] ?? ''
  const titles = [title(await shown.textContent()), ...(await others.allTextContents()).map(title)]
  const said: string[] = []
  for (const one of titles) {
    if (one !== titles[0]) await others.filter({ hasText: one }).click()
    await expect(shown).toHaveText(one)
    said.push((await dialog.getByText(/^Your refund (?:was paid to|is in) /).textContent()) ?? '')
  }
  await expectAccessible(page)
  for (const { paid, told } of ways) {
    expect(
      said.filter((text) => text.search(paid) === 0),
      `${said}`,
    ).toHaveLength(1)
    await expectTold(city, '9000000010', told)
  }
  const paise = (sum: number) => Math.round(sum * 100)
  const out = (await payouts(city)).map(({ amount }) => amount)
  const all = [...out, paise(await inWallet(city, 'jaya'))]
  expect(all.toSorted()).toEqual(settlements.map(({ refund }) => paise(refund)).toSorted())
})
