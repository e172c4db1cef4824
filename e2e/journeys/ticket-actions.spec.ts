import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { expectTold, waysOf } from '../support/books'
import { chooseDay } from '../support/calendar'
import type { City } from '../support/city'
import { anyWidth, expect, quick, test } from '../support/fixtures'
import { owed, rupees, sumIn } from '../support/paying'

test.use({ ownCity: true })

const path = '/my-subscriptions/all-requests'
const indusNumber = '9000000009'

/** A day as messages write it: 2 January 2026. */
const inWords = (day: Date) => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(day)

interface Ticket {
  ticketId: string
  requestType: number
  visitDate?: string
}

/** A persona's request of the given kind. */
async function ticketOf(city: City, persona: string, requestType: number): Promise<Ticket> {
  const { serviceRequests } = await city.get<{ serviceRequests: Ticket[] }>(
    await city.token(persona),
    '/api/Dashboards/getServiceRequest',
  )
  const found = serviceRequests.find((ticket) => ticket.requestType === requestType)
  if (!found) throw new Error(`${persona} has no request of the type ${requestType}`)
  return found
}

async function open(page: Page, kind: string) {
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: kind }) })
  await card.getByRole('link', { name: /^View details/ }).click()
  const dialog = page.getByRole('dialog', { name: kind })
  await expect(dialog.getByText('What happened so far')).toBeVisible()
  return dialog
}

test(
  'indu takes one request back and cannot take the other one (CALL-22, CALL-100, CALL-101, REVOKE-08)',
  quick,
  async ({ page, city, signIn }) => {
    const { ticketId } = await ticketOf(city, 'indu', 20)
    await signIn('indu', path)
    const closure = await open(page, 'Closure')
    await expect(closure.getByRole('button', { name: 'Take request back' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(closure).toBeHidden()

    const repair = await open(page, 'Repair')
    await expectAccessible(page)
    await repair.getByRole('button', { name: 'Take request back' }).click()
    const question = page.getByRole('dialog', { name: 'Take this request back?' })
    await expect(question.getByRole('listitem')).toHaveText('Repair, Treadmill')
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Take back' }).click()
    const ticket = page.getByRole('dialog', { name: 'Repair' })
    await expect(ticket.getByText('Taken back').first()).toBeVisible()
    // The time line says who did it.
    const history = ticket.getByRole('region', { name: 'What happened so far' }).getByRole('listitem')
    await expect(history.last()).toContainText('You took it back')
    await page.keyboard.press('Escape')
    const card = page.getByRole('article').filter({ hasText: 'Treadmill' })
    await expect(card.getByText('Taken back', { exact: true })).toBeVisible()
    await expectTold(city, indusNumber, new RegExp(`your request ${ticketId} \\(repair\\) was taken back`, 'i'))
  },
)

test('indu puts a visit off to another day (CALL-23, CALL-26)', anyWidth, async ({ page, city, signIn }) => {
  const { ticketId } = await ticketOf(city, 'indu', 20)
  await signIn('indu', path)
  const repair = await open(page, 'Repair')
  await repair.getByRole('button', { name: 'Reschedule' }).click()
  const question = page.getByRole('dialog', { name: 'Choose another time' })
  const confirm = question.getByRole('button', { name: 'Confirm new time' })
  await confirm.click()
  await expect(question.getByRole('alert')).toHaveText('Please choose a day and a time first.')
  const chosen = new Date(await chooseDay(question, 'last'))
  await question.getByLabel(/Reason/).fill('I am away until then.')
  await expectAccessible(page)
  await confirm.click()
  const words = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'UTC' }).format(chosen)
  const dialog = page.getByRole('dialog', { name: 'Repair' })
  // Depending on the day of the test, another date of the request may be the same.
  await expect(dialog.getByText(words, { exact: true }).first()).toBeVisible()
  await expect(dialog.getByText('I am away until then.')).toBeVisible()
  await expect(dialog.getByText('You chose another time')).toBeVisible()
  const told = `request ${ticketId} \\(repair\\) was moved: our team comes on ${inWords(chosen)}`
  await expectTold(city, indusNumber, new RegExp(told, 'i'))
})

interface ClosureAmount {
  pickupDate: string
  total: number
}

/** Requests the pickup of a persona's first item on the first possible day. Returns its charge, in rupees. */
async function askForPickup(city: City, persona: string): Promise<number> {
  const token = await city.token(persona)
  const { activeProductLists } = await city.get<{ activeProductLists: { id: number }[] }>(
    token,
    '/api/Dashboards/dashboardData',
  )
  const post = async <Answer>(call: string, body: object): Promise<Answer> => {
    const answer = await fetch(`${city.url}${call}`, {
      method: 'POST',
      headers: { Authorization: token.accessTokenId, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.ok, call).toBe(true)
    return answer.json() as Promise<Answer>
  }
  const orderItemIds = activeProductLists.slice(0, 1).map(({ id }) => id)
  const amounts = await post<ClosureAmount[]>('/api/Dashboards/getClosureAmounts', { orderItemIds })
  await post('/api/Dashboards/confirmClosure', {
    orderItemIds,
    preferredPickupDate: amounts[0]?.pickupDate,
    message: 'Other',
  })
  return amounts[0]?.total ?? 0
}

test('jaya puts a pickup off at the charge of its new day (CALL-26)', anyWidth, async ({ page, signIn, city }) => {
  const before = await askForPickup(city, 'jaya')
  expect(before).toBeGreaterThan(0)
  await signIn('jaya', path)
  const closure = await open(page, 'Closure')
  await closure.getByRole('button', { name: 'Reschedule' }).click()
  const question = page.getByRole('dialog', { name: 'Choose another time' })
  const chosen = new Date(await chooseDay(question, 'last'))
  await expect(question.getByText('Leaving on this day costs')).toBeVisible()
  await expectAccessible(page)
  const charge = await sumIn(question)
  await question.getByRole('button', { name: 'Confirm new time' }).click()
  const words = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'UTC' }).format(chosen)
  await expect(page.getByRole('dialog', { name: 'Closure' }).getByText(words, { exact: true })).toBeVisible()
  expect(rupees(await owed(city, 'jaya')), 'what was shown is owed, in place of the charge before').toBe(charge)
  await expectTold(city, '9000000010', new RegExp(`\\(closure\\) was moved: our team comes on ${inWords(chosen)}`, 'i'))
})

test(
  'a visit is cancelled on its own day, and we ask why (CALL-21, CALL-27, ROUTE-20)',
  anyWidth,
  async ({ page, signIn, city }) => {
    await city.advance('PT3H')
    const { ticketId, visitDate = '' } = await ticketOf(city, 'indu', 20)
    await city.advanceTo(`${visitDate}T06:00:00+05:30`)
    // The customer got a reminder on the evening before.
    const reminder = `tomorrow, ${inWords(new Date(visitDate))}.*, our team comes for your request ${ticketId} `
    await expectTold(city, indusNumber, new RegExp(reminder, 'i'))
    await signIn('indu', path)
    const repair = await open(page, 'Repair')
    await repair.getByRole('button', { name: 'Cancel visit' }).click()
    const question = page.getByRole('dialog', { name: 'Cancel this visit?' })
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Cancel visit' }).click()
    await page.waitForURL((url) => url.pathname.endsWith('/wa/cancellation'))
    await expect(page.getByText('Why did you cancel the visit?')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('radio', { name: 'Nobody is at home' }).check()
    await page.getByLabel(/Anything else/).fill('We are at a wedding.')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('Thank you for telling us.')).toBeVisible()
    await page.getByRole('link', { name: 'See all requests' }).click()
    const dialog = await open(page, 'Repair')
    await expect(dialog.getByText('Nobody is at home: We are at a wedding.')).toBeVisible()
    await expect(dialog.getByText('You cancelled the visit')).toBeVisible()
    await expectTold(city, indusNumber, new RegExp(`your request ${ticketId} \\(repair\\) was taken back`, 'i'))
  },
)

test(
  'what was begun meanwhile is refused where it was asked for (CALL-21, ERR-15)',
  anyWidth,
  async ({ page, signIn, city }) => {
    // Without the event stream, the screen is outdated when the button is pressed.
    await page.route('**/api/events*', (route) => route.abort())
    const { ticketId } = await ticketOf(city, 'indu', 20)
    await signIn('indu', path)
    const repair = await open(page, 'Repair')
    await repair.getByRole('button', { name: 'Take request back' }).click()
    const question = page.getByRole('dialog', { name: 'Take this request back?' })
    await expect(question.getByRole('listitem')).toBeVisible()
    await city.advance('P3D')
    await question.getByRole('button', { name: 'Take back' }).click()
    await expect(question.getByRole('alert')).toContainText(/already (begun|done)/)
    await expect(question.getByRole('button', { name: 'Take back' })).toHaveCount(0)
    // The message says what really happened: the team came.
    await expectTold(city, indusNumber, new RegExp(`your request ${ticketId} \\(repair\\) is done`, 'i'))
    expect(await waysOf(city, indusNumber, new RegExp(`${ticketId} .*was taken back`))).toEqual([])
  },
)

test(
  'a link that is sent before a visit leads through the sign-in to the cancellation (ROUTE-20)',
  anyWidth,
  async ({ page, signIn, city }) => {
    const { ticketId } = await ticketOf(city, 'indu', 20)
    await page.goto(`/dashboard/wa/cancellation?ticketId=${ticketId}`)
    await page.waitForURL((url) => url.pathname.endsWith('/login'))
    await signIn('indu', `/wa/cancellation?ticketId=${ticketId}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Same-day cancellation' })).toBeVisible()
    await expect(page.getByRole('article')).toContainText('Treadmill')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel visit' }).click()
    await expect(page.getByText('Why did you cancel the visit?')).toBeVisible()
    await expectTold(city, indusNumber, new RegExp(`your request ${ticketId} \\(repair\\) was taken back`, 'i'))
  },
)

interface Slot {
  slotId: string
  date: string
  available: boolean
}

test(
  'esha moves the pickup of a relocation to another slot (CALL-23, CALL-25, CALL-26)',
  anyWidth,
  async ({ page, signIn, city }) => {
    const token = await city.token('esha')
    const send = async <T>(path: string, data: object): Promise<T> => {
      const answer = await page.request.post(city.url + path, {
        headers: { Authorization: token.accessTokenId },
        data: { data },
      })
      expect(answer.ok(), await answer.text()).toBe(true)
      return (await answer.json()) as T
    }
    const { activeProductLists } = await city.get<{ activeProductLists: { id: number }[] }>(
      token,
      '/api/Dashboards/dashboardData',
    )
    const [address] = await city.get<{ id: number }[]>(token, `/api/RMUsers/${token.userId}/addresses`)
    const orderItemIds = activeProductLists.slice(0, 1).map((product) => product.id)
    const { slots } = await send<{ slots: Slot[] }>('/api/ServiceRequests/getCssSlots', { orderItemIds })
    const [pickup, earlier] = [slots.at(-1), slots[0]]
    if (!pickup || !earlier) throw new Error('Mumbai has no slots')
    await send('/api/ServiceRequests/bookCssSlot', { slotId: pickup.slotId, orderItemIds })
    let drop = new Date(pickup.date).getTime() + 4 * 86_400_000
    const holidays = ['01-26', '05-01', '08-15', '10-02', '12-25']
    while (holidays.includes(new Date(drop).toISOString().slice(5, 10))) drop += 86_400_000
    await send('/api/ServiceRequests/createNewTicket', {
      requestType: 65,
      orderItemIds,
      address,
      cxPreferredPickupDate: pickup.date,
      cxPreferredDeliveryDate: new Date(drop).toISOString().slice(0, 10),
    })

    await signIn('esha', path)
    const dialog = await open(page, 'Relocation')
    await dialog.getByRole('button', { name: 'Reschedule' }).click()
    const question = page.getByRole('dialog', { name: 'Choose another time' })
    await question.getByRole('radio', { name: '9:00 am to 12:00 pm' }).first().check()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Confirm new time' }).click()
    await expect(page.getByRole('dialog', { name: 'Relocation' }).getByText(/, 9:00 am to 12:00 pm$/)).toBeVisible()
    const moved = `\\(relocation\\) was moved: our team comes on ${inWords(new Date(earlier.date))}, 09:00 - 12:00\\.`
    await expectTold(city, '9000000005', new RegExp(moved, 'i'))
  },
)
