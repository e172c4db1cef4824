import { atBank, autoDebit, daysTo, debitOf, easyPayment, mandatesOf, openBank, pastDebit } from '../support/auto-debit'
import { expectTold, paymentsOf } from '../support/books'
import { type City, midMonth } from '../support/city'
import { anyWidth, expect, quick, test } from '../support/fixtures'
import { atProvider, chooseGateway, expectPaid, openRazorpay, owed, rupees } from '../support/paying'

test.use({ ownCity: true })

/** The number of successful payments of a persona. */
const paidBy = async (city: City, persona: string) =>
  (await paymentsOf(city, persona)).filter(({ status }) => status === 'succeeded').length

const day = (date: string) =>
  `${Number(date.slice(8))} ${new Date(`${date}T00:00Z`).toLocaleString('en-IN', { month: 'short', timeZone: 'UTC' })} ${date.slice(0, 4)}`

const longDay = (date: string) =>
  `${Number(date.slice(8))} ${new Date(`${date}T00:00Z`).toLocaleString('en-IN', { month: 'long', timeZone: 'UTC' })} ${date.slice(0, 4)}`

test.describe('auto debit', () => {
  test(
    'is set up on the page of the bank, and is active (EASYPAY-14, EASYPAY-17, EASYPAY-18, EASYPAY-21, EASYPAY-22)',
    quick,
    async ({ page, city, signIn }) => {
      await signIn('indu', autoDebit)
      await easyPayment(page).getByRole('button', { name: 'Add payment mode' }).click()
      const bank = await openBank(page, 'UPI')
      await atBank(bank, 'Success')
      const card = easyPayment(page).getByRole('region', { name: 'HDFC Bank' })
      await expect(card.getByText('Active')).toBeVisible()
      await expect(card.getByText('su…@billdesk')).toBeVisible()
      await expect(card.getByText('₹5,000')).toBeVisible()
      const { cards, activeCardId } = await mandatesOf(city, 'indu')
      expect(cards.map(({ cardId, status }) => [cardId, status])).toEqual([[activeCardId, 'confirmed']])
      await expectTold(city, '9000000009', /your bank has confirmed auto debit by su…@billdesk, for up to ₹5,000/)
    },
  )

  test('that the bank refuses is not set up, and can be tried again', anyWidth, async ({ page, city, signIn }) => {
    await signIn('indu', autoDebit)
    await easyPayment(page).getByRole('button', { name: 'Add payment mode' }).click()
    const bank = await openBank(page, 'UPI')
    await atBank(bank, 'Failure')
    await expect(easyPayment(page).getByRole('alert')).toBeVisible()
    await expect(easyPayment(page).getByRole('button', { name: 'Set Auto Debit', exact: true })).toBeEnabled()
    expect((await mandatesOf(city, 'indu')).cards).toEqual([])
    await expectTold(city, '9000000009', /your bank did not confirm auto debit/)
  })

  test(
    'that the bank decides later waits, asks the bank on a press, and changes the screen with its yes',
    anyWidth,
    async ({ page, city, signIn }) => {
      await signIn('indu', autoDebit)
      const dialog = easyPayment(page)
      await dialog.getByRole('button', { name: 'Add payment mode' }).click()
      await atBank(await openBank(page, 'UPI'), 'Late success')
      await expect(dialog.getByText('Waiting for your bank')).toBeVisible()
      await dialog.getByRole('button', { name: 'Check now' }).click()
      await expect(dialog.getByText('We have just asked: your bank has not decided yet.')).toBeVisible()
      expect((await mandatesOf(city, 'indu')).cards.map(({ status }) => status)).toEqual(['initiated'])
    },
  )

  test('is set up by net banking in the frame of the other gateway, after a no', {
    tag: [quick.tag, anyWidth.tag],
  }, async ({ page, city, signIn }) => {
    await signIn('indu', autoDebit)
    const dialog = easyPayment(page)
    await dialog.getByRole('button', { name: 'Add payment mode' }).click()
    await dialog.getByRole('button', { name: /^Net banking/ }).click()
    await dialog.getByRole('button', { name: 'Set Auto Debit', exact: true }).click()
    // The checkout stays open after a refusal, so that the customer can try another bank.
    const frame = page.frameLocator('iframe[title="Approve Auto Debit"]')
    await atBank(frame, 'Failure')
    await expect(frame.getByText('The bank declined the payment.')).toBeVisible()
    await atBank(frame, 'Success')
    await expect(dialog.getByText('Active', { exact: true })).toBeVisible()
    const { cards } = await mandatesOf(city, 'indu')
    expect(cards.map(({ status, paymentMethod }) => [status, paymentMethod])).toEqual([['confirmed', 'Net banking']])
    await expectTold(city, '9000000009', /your bank has confirmed auto debit/)
  })

  test(
    'is changed to another payment mode, then one is removed after Cancel (EASYPAY-16, EASYPAY-24..28, EASYPAY-34..37)',
    quick,
    async ({ page, city, signIn }) => {
      await signIn('esha', `${autoDebit}&paymentStep=remove-auto-debit`)
      // No mandate was chosen for removal.
      await expect(page).toHaveURL(/paymentType=auto-debit$/)
      const dialog = easyPayment(page)
      const before = await mandatesOf(city, 'esha')
      await dialog.getByRole('button', { name: 'Change payment mode' }).click()
      await dialog.getByRole('checkbox').check()
      await dialog.getByRole('radio', { checked: false }).check()
      await dialog.getByRole('button', { name: 'Change', exact: true }).click()
      await expect(page.getByText('Auto debit payment mode changed succesfully.')).toBeVisible()
      await expect.poll(async () => (await mandatesOf(city, 'esha')).activeCardId).not.toBe(before.activeCardId)

      await dialog.getByRole('button', { name: /^Delete/ }).click()
      await expect(dialog.getByRole('heading', { name: 'Are you Sure?' })).toBeVisible()
      await expect(dialog.getByText('You are one step away from missing the benefits of Auto Debit.')).toBeVisible()
      await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
      await expect(dialog.getByRole('button', { name: 'Change payment mode' })).toBeVisible()
      expect((await mandatesOf(city, 'esha')).cards).toHaveLength(2)
      await dialog.getByRole('button', { name: /^Delete/ }).click()
      await dialog.getByRole('button', { name: 'Yes, delete' }).click()
      await expect(page.getByText('Auto debit for Card successfully removed.')).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page).toHaveURL(/\/home$/)
      expect((await mandatesOf(city, 'esha')).cards.map(({ paymentMethod }) => paymentMethod)).toEqual(['UPI'])
      await expectTold(city, '9000000005', /auto debit by XXXX 1007 is removed/)
    },
  )

  test(
    'takes the place of one that rests at the bank, and says from when on',
    anyWidth,
    async ({ page, city, signIn }) => {
      await signIn('nita', autoDebit)
      const dialog = easyPayment(page)
      await dialog.getByRole('button', { name: 'Change payment mode' }).click()
      await dialog.getByRole('button', { name: 'Add new payment mode' }).click()
      await atBank(await openBank(page, 'UPI'), 'Success')
      const set = dialog.getByRole('status').filter({ hasText: 'is set up' })
      await expect(set).toContainText('The next debit is on')
      const { cards, activeCardId, nextDebitDate = '' } = await mandatesOf(city, 'nita')
      expect(cards.find(({ cardId }) => cardId === activeCardId)?.paymentMethod).toBe('UPI')
      await expect(set).toContainText(`The next debit is on ${day(nextDebitDate)}, from 6:00 am on.`)
      await expect(dialog.getByRole('region', { name: 'HDFC Bank' }).getByText('Active')).toBeVisible()
      await expectTold(city, '9000000014', new RegExp(`debited by it from ${longDay(nextDebitDate)} on`))
    },
  )

  test(
    'beside one that works says which one is debited, and is chosen there',
    anyWidth,
    async ({ page, city, signIn }) => {
      await signIn('gauri', autoDebit)
      const dialog = easyPayment(page)
      const before = await mandatesOf(city, 'gauri')
      await dialog.getByRole('button', { name: 'Change payment mode' }).click()
      await dialog.getByRole('button', { name: 'Add new payment mode' }).click()
      await atBank(await openBank(page, 'UPI'), 'Success')
      const set = dialog.getByRole('status').filter({ hasText: 'is set up' })
      await expect(set).toContainText('Your rent stays debited from')
      expect((await mandatesOf(city, 'gauri')).activeCardId).toBe(before.activeCardId)
      await set.getByRole('button', { name: /^Debit from .* instead$/ }).click()
      await expect(set).toContainText('The next debit is on')
      await expect.poll(async () => (await mandatesOf(city, 'gauri')).activeCardId).not.toBe(before.activeCardId)
      await expectTold(city, '9000000007', /your rent is debited by su…@\S+ from now on, in place of/)
    },
  )

  test('that is removed in one tab is gone in the other', anyWidth, async ({ page, context, city, signIn }) => {
    await signIn('nita', autoDebit)
    const other = await context.newPage()
    await other.goto(new URL(`/dashboard${autoDebit}`, page.url()).href)
    await expect(easyPayment(other).getByText('Paused at your bank')).toBeVisible()
    await easyPayment(page)
      .getByRole('button', { name: /^Delete/ })
      .click()
    await easyPayment(page).getByRole('button', { name: 'Yes, delete' }).click()
    await expect(page.getByText('Auto debit for Card successfully removed.')).toBeVisible()
    await expect(easyPayment(other).getByRole('button', { name: 'Add payment mode' })).toBeVisible()
    expect((await mandatesOf(city, 'nita')).cards).toEqual([])
  })
})

test.describe('a debit', () => {
  test('is announced on home, made on its day, and then stands among the payments', {
    tag: [quick.tag, anyWidth.tag],
  }, async ({ page, city, signIn }) => {
    const begun = await city.today()
    const debit = await debitOf(city, 'gauri')
    if (!debit?.date) throw new Error('gauri has no debit on a coming day')
    const amount = rupees(debit.amount)
    await signIn('gauri')
    const sentence = `${amount} will be debited from ga…@example on ${day(debit.date)}, from 6:00 am on.`
    await expect(page.getByRole('main').getByText(sentence)).toBeVisible()
    await page.goto(`/dashboard${autoDebit}`)
    await expect(easyPayment(page).getByRole('region', { name: 'Next debit' })).toContainText(sentence)
    await city.advance(`P${(await daysTo(city, debit.date)) + 1}D`)
    await page.goto('/dashboard/home')
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    // On the 1st, the next month's bill has arrived. It has the same amount and is debited later.
    const nextBill = (await city.today()).slice(0, 7) === begun.slice(0, 7) ? 0 : debit.amount
    await expect(page.getByText(/Rental Due for/)).toHaveCount(nextBill ? 1 : 0)
    expect(await owed(city, 'gauri')).toBe(nextBill)
    const [newest] = await paymentsOf(city, 'gauri')
    expect(newest).toMatchObject({ status: 'succeeded', amount: debit.amount })
    await page.goto('/dashboard/my-subscriptions/transactions')
    await expect(page.getByRole('main').getByText(amount).first()).toBeVisible()
    await expect(page.getByRole('main').getByText('Auto Debit · UPI (ga…@example)').first()).toBeVisible()
    await expectTold(city, '9000000007', new RegExp(`${amount} will be debited by ga…@example`))
    await expectTold(
      city,
      '9000000007',
      new RegExp(`we received your payment of ${amount} on ${longDay(debit.date)}`, 'i'),
    )
  })

  test('is skipped after a question, and its invoice is paid by hand', anyWidth, async ({ page, city, signIn }) => {
    const debit = await debitOf(city, 'gauri')
    const amount = rupees(debit?.amount ?? 0)
    await signIn('gauri', autoDebit)
    await easyPayment(page).getByRole('button', { name: 'Skip this debit' }).click()
    const question = page.getByRole('dialog', { name: 'Skip this debit?' })
    const fee = (await debitOf(city, 'gauri'))?.lateFee
    // Whether there is a late fee depends on the day of the month on which this test runs.
    const named = fee ? `a late fee of ${rupees(fee.amount)} is charged` : ''
    await expect(question).toContainText(fee ? `On ${day(fee.date)} ${named}` : 'Later invoices are debited as before.')
    await question.getByRole('button', { name: 'Keep it' }).click()
    await expect(question).toHaveCount(0)
    expect((await debitOf(city, 'gauri'))?.step).toBe('planned')
    await easyPayment(page).getByRole('button', { name: 'Skip this debit' }).click()
    await question.getByRole('button', { name: 'Skip it' }).click()
    await expect(easyPayment(page).getByRole('region', { name: 'This month' })).toContainText(
      'You have skipped the debit',
    )
    await expectTold(
      city,
      '9000000007',
      new RegExp(`as you wished, ${amount} for your invoice .*${fee ? `on ${longDay(fee.date)} ${named}` : ''}`),
    )
    await page.goto('/dashboard/home')
    await chooseGateway(page)
    await openRazorpay(page)
    await atProvider(page, 'Success')
    await expectPaid(page)
    expect(await owed(city, 'gauri')).toBe(0)
    const before = await paidBy(city, 'gauri')
    await pastDebit(city, debit)
    expect(await paidBy(city, 'gauri')).toBe(before)
    expect((await mandatesOf(city, 'gauri')).activeCardId).toBeDefined()
  })

  test(
    'of the month after a skipped one says what it pays and what is due besides',
    anyWidth,
    async ({ page, city, signIn }) => {
      await signIn('gauri', autoDebit)
      await easyPayment(page).getByRole('button', { name: 'Skip this debit' }).click()
      await page.getByRole('dialog', { name: 'Skip this debit?' }).getByRole('button', { name: 'Skip it' }).click()
      await expect(easyPayment(page).getByRole('region', { name: 'This month' })).toBeVisible()
      const today = new Date(`${await city.today()}T00:00Z`)
      const next = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 1)).toISOString().slice(0, 10)
      await city.advance(`P${await daysTo(city, next)}D`)
      const debit = await debitOf(city, 'gauri')
      expect(debit?.step).toBe('planned')
      const { amount = 0, besides = 0 } = debit ?? {}
      const total = await owed(city, 'gauri')
      expect(amount + besides).toBeCloseTo(total, 2)
      await page.goto('/dashboard/home')
      await expect(page.getByRole('main')).toContainText(
        `The other ${rupees(besides)} is not debited: pay all ${rupees(total)} now, and this debit is not made, or pay ${rupees(besides)} after the debit.`,
      )
    },
  )

  test('above the limit is said before the due day, with what helps', anyWidth, async ({ page, city, signIn }) => {
    const payBy = (await debitOf(city, 'kabir'))?.payBy ?? ''
    await signIn('kabir')
    await expect(
      page.getByRole('main').getByText(/more than the ₹500 that may be debited at once from XXXX 4821/),
    ).toBeVisible()
    await page.goto(`/dashboard${autoDebit}`)
    await expect(easyPayment(page).getByRole('region', { name: 'This month' })).toContainText('set Auto Debit up anew')
    await expectTold(
      city,
      '9000000011',
      new RegExp(`more than the ₹500 that may be debited at once .* by ${longDay(payBy)}`),
    )
  })
})

test.describe('a debit that failed', () => {
  test.use({ ownDay: midMonth })

  test('says when it is tried again; paid by hand it is not made', anyWidth, async ({ page, city, signIn }) => {
    const debit = await debitOf(city, 'mohan')
    expect(debit).toMatchObject({ isRetry: true })
    await signIn('mohan')
    await expect(page.getByRole('main').getByText(/^Your bank did not pay ₹.* from mo…@example\./)).toBeVisible()
    await expectTold(city, '9000000013', /your bank did not pay ₹.* We try again on/)
    await page
      .getByRole('main')
      .getByRole('button', { name: /Pay Now/ })
      .click()
    const active = page.getByRole('dialog', { name: 'Pay Rent' })
    await expect(active.getByText('Auto Debit is Active')).toBeVisible()
    await active.getByRole('button', { name: /^Pay ₹.* Now$/ }).click()
    await openRazorpay(page)
    await atProvider(page, 'Success')
    await expectPaid(page)
    expect(await owed(city, 'mohan')).toBe(0)
    const before = await paidBy(city, 'mohan')
    await pastDebit(city, debit)
    expect(await paidBy(city, 'mohan')).toBe(before)
  })
})

test('"Set Auto Debit and pay" sets it up first, and pays then', anyWidth, async ({ page, city, signIn }) => {
  await signIn('asha')
  await page
    .getByRole('main')
    .getByRole('button', { name: /Pay Now/ })
    .click()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose payment mode' })
  await dialog.getByText('UPI', { exact: true }).first().click()
  const opened = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: /Set Auto Debit and pay/i }).click()
  await atBank(await opened, 'Success')
  await expect
    .poll(async () => (await mandatesOf(city, 'asha')).cards.map(({ status }) => status))
    .toEqual(['confirmed'])
  await openRazorpay(page)
  await atProvider(page, 'Success')
  await expectPaid(page)
  expect(await owed(city, 'asha')).toBe(0)
  await expectTold(city, '9000000001', /your bank has confirmed auto debit/)
})
