import { expectHistoryAtRest } from '../support/accessible'
import type { City } from '../support/city'
import { expect, quick, test } from '../support/fixtures'
import { atProvider, expectPaid, openRazorpay, owed, rupees, sumIn } from '../support/paying'

test.use({ ownCity: true })

interface Written {
  channel: string
  subject: string
  body: string
}

/** The newest message to a number with a link to a payment, as the demo inbox shows it. */
async function reminderOf(city: City, mobile: string, channel: string): Promise<Written & { link: string }> {
  const answer = await fetch(`${city.url}/demo/inbox?to=${mobile}`, { headers: { Accept: 'application/json' } })
  const { messages } = (await answer.json()) as { messages: Written[] }
  for (const message of messages.filter((each) => each.channel === channel)) {
    const link = message.body.match(/\S+\/dashboard\/pay#\w{38}/)?.[0]
    if (link) return { ...message, link }
  }
  throw new Error(`no message by ${channel} to ${mobile} leads to a payment`)
}

test.describe('reminders', () => {
  test('lead from the inbox to the paid state by a link that signs in once', quick, async ({ page, city }) => {
    // The links in tonight's bills are valid for a day.
    await city.toNextBills(1)
    const total = rupees(await owed(city, 'asha'))
    const { link } = await reminderOf(city, '9000000001', 'sms')
    expect(link).toContain(`${city.url}/dashboard/pay#`)
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url(), request.headers().referer ?? ''))
    await page.goto(`${city.url}/demo/inbox?to=9000000001`)
    await expect(page.getByText(link).first()).toBeVisible()
    await page.goto(link)
    const dialog = page.getByRole('dialog', { name: 'Choose payment mode' })
    await expect(dialog).toBeVisible()
    expect(await sumIn(dialog)).toBe(total)
    expect(page.url()).not.toContain('#')
    const code = link.split('#')[1] ?? ''
    expect(sent.filter((each) => each.includes(code))).toEqual([])
    await openRazorpay(page)
    await atProvider(page, 'Success')
    await expectPaid(page)
    expect(await owed(city, 'asha')).toBe(0)
  })

  test('look and pay alone: anything else asks for a code above its own dialog, and goes on by itself', async ({
    page,
    city,
  }) => {
    await city.toNextBills(1)
    const { link } = await reminderOf(city, '9000000001', 'sms')
    await page.goto(link)
    await page.getByRole('dialog', { name: 'Choose payment mode' }).getByRole('button', { name: 'Close' }).click()
    await expectHistoryAtRest(page)
    await page.goto('/dashboard/settings')
    await page.getByRole('button', { name: 'Delete account' }).click()
    const asking = page.getByRole('dialog', { name: 'Delete your account?' })
    await asking.getByRole('button', { name: 'Yes, delete my account' }).click()
    const question = page.getByRole('dialog', { name: 'Please confirm that it is you' })
    await question.getByRole('button', { name: 'Send code' }).click()
    await question.getByLabel('6-digit code').fill('123456')
    await expect(question).toBeHidden()
    // Rent is due and items are rented. The server says so now.
    await expect(page.getByText(/cannot be deleted yet, because of/)).toBeVisible()
    await expectHistoryAtRest(page)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  })
})
