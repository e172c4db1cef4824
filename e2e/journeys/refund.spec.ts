import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { expectTold, payouts } from '../support/books'
import type { City } from '../support/city'
import { anyWidth, expect, test } from '../support/fixtures'
import { rupees } from '../support/paying'

test.use({ ownCity: true })

test.describe('chitra: her deposit goes back', () => {
  test('to her bank: form, settlement, payout reference (REFUND-01, REFUND-09, REFUND-10, REFUND-19, REFUND-20, VALID-21, VALID-23, CALL-43)', async ({
    page,
    city,
    signIn,
  }) => {
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
    // Home says which way was chosen, and asks no more.
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
  })

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
      // The bank takes it, and sends it back.
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

  test('to Rentomoney, after a question, and out of it again until it is spent (REFUND-02, REFUND-17, REFUND-18, MSG-05)', async ({
    page,
    city,
    signIn,
  }) => {
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
    await expect(dialog.getByText('What is due now is paid from it first. Gifts stay.')).toBeVisible()
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
  })

  test(
    'the bank in one tab and Rentomoney in another: it is paid once, and both tabs say where',
    anyWidth,
    async ({ page, context, city, signIn }) => {
      // The first tab hears of nothing, and still shows its form.
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

/** What the home screen knows of chitra's refunds, in rupees. */
async function homeOf(city: City) {
  return city.get<{ rentoMoney: number; readyRefund: { count: number; amount: number; refundPreference: number } }>(
    await city.token('chitra'),
    '/api/Dashboards/dashboardData',
  )
}
const readyRefund = async (city: City) => (await homeOf(city)).readyRefund
const inWallet = async (city: City) => (await homeOf(city)).rentoMoney

/** Fills in the form of the bank account; the bank's name is found by the code. */
async function enterBank(dialog: Locator, account: string): Promise<void> {
  await dialog.getByLabel('Name as per the bank').fill('Chitra Iyer')
  await dialog.getByLabel('Account number').fill(account)
  await dialog.getByLabel('IFSC code').fill('HDFC0000001')
  await expect(dialog.getByLabel('Bank name')).toHaveValue('HDFC Bank')
  await dialog.getByRole('button', { name: 'Save and continue' }).click()
}

/** Opens the settlement from home's banner. */
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

/** Lets the details cool and the bank answer, and opens the settlement again. */
async function arrives(page: Page, city: City, said: RegExp): Promise<void> {
  await city.advance('P2D')
  await page.reload()
  await expect(page.getByRole('dialog').getByText(said)).toBeVisible()
}
