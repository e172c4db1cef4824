import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { components } from '#/api/schema'
import { restartPageLoad } from '#/app/guards/fresh-flow'
import { clearPaymentRequest, requestPayment } from '#/platform/payment-request'
import { storageKeys } from '#/platform/storage'
import { toasts } from '#/platform/toast'
import { reloadAtWidthBoundary } from '#/platform/viewport-reload'
import { aDashboard, aProduct } from '#/test/builders'
import { call, fault } from '#/test/handlers'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'
import { setViewport } from '#/test/viewport'
import { pendingDues } from './model'

vi.mock('#/platform/payment-request', { spy: true })

beforeAll(() => import('./CloseFlow'), 60_000)

type Schemas = components['schemas']

const start = '/home?requestType=close-subscription'
const sofa = /Wooden sofa/
const question = 'Do you wish to close all live requests ?'

const rules: Schemas['StaticVariables'] = {
  today: '2026-11-20',
  closurereasons: [{ reason: 'Moving out' }, { reason: 'Not needed any more' }],
  holidays: [{ locationId: 1, date: '2026-11-25' }],
  closurePickUpCalenderDateMap: {
    full: { minPickupDays: 3, maxPickupDays: 30 },
    partial: { minPickupDays: 2, maxPickupDays: 21 },
  },
}

const free: Schemas['ParallelCheck'] = {
  success: true,
  message: '',
  proceedWithTicketCreation: true,
  revokeAllowed: true,
  revokeTickets: [],
}

const repair: Schemas['RevokeTicket'] = {
  ticketId: 'T9',
  serviceRequestId: 9,
  requestType: 20,
  requestTypeName: 'Repair',
  orderItemId: 11,
  productName: 'Wooden sofa set, 3 seater',
}

function live(revokeAllowed: boolean): Schemas['ParallelCheck'] {
  const kind = { requestType: 65, requestTypeName: 'Relocation' }
  const relocation = { ...kind, tickets: [{ ...repair, ...kind, ticketId: 'T8' }] }
  return {
    ...free,
    proceedWithTicketCreation: false,
    revokeAllowed,
    revokeTickets: [{ requestType: 20, requestTypeName: 'Repair', tickets: [repair] }, relocation],
  }
}

function anAmount(change: Partial<Schemas['ClosureAmount']> = {}): Schemas['ClosureAmount'] {
  return {
    orderItem: {
      id: 11,
      image: '',
      productName: 'Wooden sofa set, 3 seater',
      tenureEndDate: '2027-03-14',
      locationId: 1,
      addressId: 5,
      isAC: false,
    },
    pickupDate: '2026-11-24',
    closureCharges: 1500,
    tax: 270,
    total: 1770,
    calculation: {
      rent: 1000,
      multiplier: 1.5,
      rentMethod: 1500,
      daysLeft: 110,
      dailyRent: 32.88,
      tenureMethod: 3612.9,
    },
    ...change,
  }
}

const addresses: Schemas['Address'][] = [
  { id: 4, flatNo: '2', addressLine1: 'Hill Road', city: 'Bangalore', pincode: '560001' },
  { id: 5, flatNo: '12', addressLine1: 'Lake View', city: 'Bangalore', pincode: '560002' },
]

const made: Schemas['ClosureMade'] = {
  success: true,
  serviceRequestId: 77,
  ticketId: 'T77',
  isFullClosure: false,
  earlyClosureCharge: 1770,
  totalPayableAmount: 2269.6,
}

interface Answers {
  check?: Schemas['ParallelCheck']
  amounts?: Schemas['ClosureAmount'][]
  made?: Schemas['ClosureMade']
}

/** Answers the calls of the flow, and keeps what was sent. */
function serve({ check = free, amounts = [anAmount()], made: answer = made }: Answers = {}) {
  const sent: Record<string, unknown[]> = { check: [], revoke: [], stand: [], preference: [], amounts: [], confirm: [] }
  const keep = (name: string, body: object) => async (info: { request: Request }) => {
    sent[name]?.push(await info.request.json())
    return HttpResponse.json(body)
  }
  server.use(
    http.get(call('/api/RMUsers/:id/addresses'), () => HttpResponse.json(addresses)),
    http.post(call('/api/Dashboards/saveOrderItemsAddress'), keep('stand', { success: true })),
    http.get(call('/api/RMUsers/:id/getRefundPreference'), () => HttpResponse.json({ success: true })),
    http.get(call('/api/UserProfiles/getBankDetails'), () => HttpResponse.json({})),
    http.post(call('/api/RMUsers/:id/setRefundPreference'), ({ request }) => {
      sent.preference?.push(new URL(request.url).searchParams.get('preferenceInt'))
      return HttpResponse.json({ success: true })
    }),
    http.get(call('/api/meta/rmStaticVariables'), () => HttpResponse.json(rules)),
    http.post(call('/api/ServiceRequests/checkIfTicketsCanExistsParallely'), keep('check', check)),
    http.post(call('/api/ServiceRequests/revokeTickets'), keep('revoke', { success: true })),
    http.post(call('/api/Dashboards/getClosureAmounts'), keep('amounts', amounts)),
    http.post(call('/api/Dashboards/confirmClosure'), keep('confirm', answer)),
  )
  return sent
}

const press = async (user: UserEvent, name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 3, name })

async function tick(user: UserEvent) {
  await user.click(await screen.findByRole('checkbox', { name: sofa }))
  await press(user, 'Continue')
}

async function choose(user: UserEvent) {
  await tick(user)
  await screen.findByRole('radio', { name: /Lake View/, checked: true })
  await press(user, 'Continue')
}

async function plan(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: /24 November 2026/ }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Reason' }), 'Moving out')
  await press(user, 'Continue')
}

async function toSettlement(user: UserEvent) {
  await choose(user)
  await heading('When and why should we pick up?')
  await plan(user)
}

async function toConfirmation(user: UserEvent) {
  await toSettlement(user)
  await press(user, /^Straight to Rentomoney/)
}

describe('products', () => {
  test('CLOSE-01, CLOSE-02, FLOW-03, FLOW-05, ADDRESS-30, ADDRESS-32, ADDRESS-33: the items and the ends of their tenures', async () => {
    serve()
    await renderAt(start)
    expect(await screen.findByRole('dialog', { name: 'Close Subscription' })).toBeDefined()
    expect(screen.getByText('Step 1 of 5')).toBeDefined()
    const box = await screen.findByRole('checkbox', { name: sofa })
    expect(box.closest('label')?.textContent).toBe('Wooden sofa set, 3 seater Tenure ends on 14 Mar 2027')
    expect(box.closest('label')?.querySelector('img')?.getAttribute('src')).toBe('/media/sofa.svg')
  })

  test('CLOSE-03, ADDRESS-34, FLOW-01, VALID-12: Continue is closed, and says why, until one active item is ticked', async () => {
    serve()
    const activeProductLists = [aProduct(), aProduct({ id: 13, name: 'Gone', deliveryStatus: 300 })]
    server.use(
      http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(aDashboard({ activeProductLists }))),
    )
    const { user } = await renderAt(start)
    const button = await screen.findByRole('button', { name: 'Continue' })
    expect(button).toHaveProperty('disabled', true)
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Please Select atleast one.',
    )
    expect(screen.getAllByRole('checkbox')).toHaveLength(1)
    await user.click(screen.getByRole('checkbox', { name: sofa }))
    expect(screen.getByRole('button', { name: 'Continue' })).toHaveProperty('disabled', false)
  })
})

describe('live requests', () => {
  test('REVOKE-01, REVOKE-02, ENTITY-27, ENTITY-28: with none the flow goes on', async () => {
    const sent = serve()
    const { user } = await renderAt(start)
    await tick(user)
    expect(await heading('Moved to a new location?')).toBeDefined()
    expect(sent.check).toEqual([
      { data: { userId: 7, orderItemIds: [11], requestTypeCreating: 200, requestTypeName: 'Closure' } },
    ])
  })

  test('CLOSE-17, CLOSE-19, REVOKE-03, REVOKE-04, REVOKE-05, REVOKE-08, ENTITY-26: live ones are taken back on demand', async () => {
    const sent = serve({ check: live(true) })
    const { user } = await renderAt(start)
    await tick(user)
    const alert = within(await screen.findByRole('dialog', { name: question }))
    expect(alert.getByText('Repair')).toBeDefined()
    expect(sent.revoke).toEqual([])
    await user.click(alert.getByRole('button', { name: 'Close request(s) & proceed' }))
    expect(await heading('Moved to a new location?')).toBeDefined()
    expect(sent.revoke).toMatchObject([
      { data: { comment: 'Revoke request by user', revokeTickets: [{ ticketId: 'T9' }, { ticketId: 'T8' }] } },
    ])
  })

  test('REVOKE-06, ERR-20: when they cannot be taken back, the reason is shown and the flow stays', async () => {
    serve({ check: live(true) })
    server.use(http.post(call('/api/ServiceRequests/revokeTickets'), () => fault(409, 'The team is on its way.')))
    const { user, location } = await renderAt(start)
    await tick(user)
    await press(user, 'Close request(s) & proceed')
    expect((await screen.findByRole('alert')).textContent).toBe('The team is on its way.')
    expect(location().search).not.toHaveProperty('requestStep')
    await press(user, 'Keep them')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: question })).toBeNull())
  })

  test('REVOKE-07, REVOKE-08, ERR-04, CONST-13: when they may not be, the kinds are named for 5 s and on the screen', async () => {
    const timer = vi.spyOn(window, 'setTimeout')
    const sent = serve({ check: live(false) })
    const { user, location } = await renderAt(start)
    await tick(user)
    const words =
      'Looks like you have some live Repair, Relocation request(s) against some of the items. Please contact support for further assistance.'
    expect((await screen.findByRole('alert')).textContent).toBe(words)
    expect(toasts.get().map((toast) => toast.text)).toEqual([words])
    expect(timer).toHaveBeenCalledWith(expect.any(Function), 5000)
    expect(sent.revoke).toEqual([])
    expect(location().search).not.toHaveProperty('requestStep')
  })

  test('a check that fails says so and can be repeated', async () => {
    serve()
    server.use(
      http.post(
        call('/api/ServiceRequests/checkIfTicketsCanExistsParallely'),
        () => fault(409, 'A request can be raised for active items only.'),
        { once: true },
      ),
    )
    const { user } = await renderAt(start)
    await tick(user)
    expect((await screen.findByRole('alert')).textContent).toBe('A request can be raised for active items only.')
    await press(user, 'Continue')
    expect(await heading('Moved to a new location?')).toBeDefined()
  })
})

describe('location', () => {
  test('CLOSE-04, CLOSE-05: the present address is chosen, and nothing is told to the server', async () => {
    const sent = serve()
    const { user, location } = await renderAt(start)
    await tick(user)
    expect(await heading('Moved to a new location?')).toBeDefined()
    expect(screen.getByText('Step 2 of 5')).toBeDefined()
    expect(location().search).toMatchObject({ requestStep: 'confirm-your-location' })
    expect(await screen.findByRole('radio', { name: /Lake View/, checked: true })).toBeDefined()
    await press(user, 'Continue')
    expect(await heading('When and why should we pick up?')).toBeDefined()
    expect(sent.stand).toEqual([])
  })

  test('CLOSE-05: another address is told to the server first; a refusal stays on the screen', async () => {
    const sent = serve()
    server.use(
      http.post(call('/api/Dashboards/saveOrderItemsAddress'), () => fault(422, 'This address is in another city.'), {
        once: true,
      }),
    )
    const { user } = await renderAt(start)
    await tick(user)
    await user.click(await screen.findByRole('radio', { name: /Hill Road/ }))
    await press(user, 'Continue')
    expect((await screen.findByRole('alert')).textContent).toBe('This address is in another city.')
    await press(user, 'Continue')
    expect(await heading('When and why should we pick up?')).toBeDefined()
    expect(sent.stand).toEqual([{ id: 4, orderItems: [11] }])
  })

  test('CLOSE-06: a new address has a step of its own', async () => {
    serve()
    const { user, location } = await renderAt(start)
    await tick(user)
    await press(user, 'Add new')
    expect(await heading('Add New Address')).toBeDefined()
    expect(location().search).toMatchObject({ requestStep: 'add-new-location' })
    expect(screen.getByText('Step 2 of 5')).toBeDefined()
  })
})

describe('pickup', () => {
  test('CLOSE-07, VALID-30, VALID-32, VALID-35: a day that is offered, a reason, and only then Continue', async () => {
    serve()
    const { user } = await renderAt(start)
    await choose(user)
    await heading('When and why should we pick up?')
    expect(screen.getByText('Step 3 of 5')).toBeDefined()
    const day = (name: RegExp) => screen.getByRole('button', { name })
    await screen.findByRole('button', { name: /22 November 2026/ })
    const go = () => screen.getByRole('button', { name: 'Continue' })
    expect(day(/21 November 2026/)).toHaveProperty('disabled', true)
    expect(day(/22 November 2026/)).toHaveProperty('disabled', false)
    expect(day(/Wednesday, 25 November 2026, holiday/)).toHaveProperty('disabled', true)
    expect(go()).toHaveProperty('disabled', true)
    await user.click(day(/24 November 2026/))
    expect(go()).toHaveProperty('disabled', true)
    await user.selectOptions(screen.getByRole('combobox', { name: 'Reason' }), 'Moving out')
    expect(go()).toHaveProperty('disabled', false)
  })

  test('VALID-33: the next month ends the window', async () => {
    serve()
    const { user } = await renderAt(start)
    await choose(user)
    await press(user, 'Next month')
    expect(await screen.findByRole('button', { name: /11 December 2026/ })).toHaveProperty('disabled', false)
    expect(screen.getByRole('button', { name: /12 December 2026/ })).toHaveProperty('disabled', true)
  })

  test('CLOSE-20, VALID-31: with day and reason the charges are asked for', async () => {
    const sent = serve()
    const { user } = await renderAt(start)
    await toSettlement(user)
    await waitFor(() => expect(sent.amounts).toContainEqual({ orderItemIds: [11], preferredPickupDate: '2026-11-24' }))
  })

  test('when the charges are refused, the reason stands where the day can be changed', async () => {
    serve()
    server.use(
      http.post(call('/api/Dashboards/getClosureAmounts'), async ({ request }) => {
        const { preferredPickupDate } = (await request.json()) as { preferredPickupDate?: string }
        return preferredPickupDate ? fault(409, 'This day has just gone.') : HttpResponse.json([anAmount()])
      }),
    )
    const { user } = await renderAt(start)
    await toSettlement(user)
    expect((await screen.findByRole('alert')).textContent).toBe('This day has just gone.')
    expect(await heading('When and why should we pick up?')).toBeDefined()
  })
})

describe('settlement', () => {
  test('CLOSE-08, REFUND-13: the wallet is set and leads to the confirmation', async () => {
    const sent = serve()
    const { user, location } = await renderAt(start)
    await toSettlement(user)
    expect(await heading('How do you wish to be refunded?')).toBeDefined()
    expect(screen.getByText('Step 4 of 5')).toBeDefined()
    expect(location().search).toMatchObject({ requestStep: 'final-settlement-mode' })
    await press(user, /^Straight to Rentomoney/)
    expect(await heading('Early closure charges')).toBeDefined()
    expect(sent.preference).toEqual(['10'])
  })

  test.each([
    ['REFUND-14', /^Straight to Bank Account/, 'bank-details'],
    ['REFUND-15', /^Refund Via UPI/, 'refund-upi'],
  ])('CLOSE-09, %s: a form of its own', async (_, method, step) => {
    serve()
    const { user, location } = await renderAt(start)
    await toSettlement(user)
    await press(user, method)
    await waitFor(() => expect(location().search).toMatchObject({ requestStep: step }))
    expect(screen.getByText('Step 4 of 5')).toBeDefined()
  })

  test('REFUND-16: an agent goes straight to the confirmation and sets nothing', async () => {
    window.localStorage.setItem(storageKeys.isDirectLogin, 'true')
    const sent = serve()
    const { user } = await renderAt(start)
    await toSettlement(user)
    await press(user, /^Straight to Bank Account/)
    expect(await heading('Early closure charges')).toBeDefined()
    expect(sent.preference).toEqual([])
  })
})

describe('confirmation', () => {
  test('CLOSE-10, CLOSE-11, CLOSE-21, CLOSE-22, CLOSE-23: the charge, and line by line how it came about', async () => {
    serve()
    const { user } = await renderAt(start)
    await toConfirmation(user)
    expect(await heading('Early closure charges')).toBeDefined()
    expect(screen.getByText('Step 5 of 5')).toBeDefined()
    const lines = screen.getAllByRole('definition').map((value) => value.querySelector('.visually-hidden')?.textContent)
    expect(lines).toEqual(['₹1,000', '₹1,500', '₹3,612.90', '₹1,500', '₹270', '₹1,770'])
    expect(screen.getByText('Rent × 1.5')).toBeDefined()
    expect(screen.getByText('110 days left, ₹32.88 a day')).toBeDefined()
    expect(screen.getByRole('button', { name: "I'd rather close anyway" })).toBeDefined()
  })

  test("CLOSE-24: an air conditioner costs two months' rent", async () => {
    const { orderItem, calculation } = anAmount()
    serve({
      amounts: [
        anAmount({
          orderItem: { ...orderItem, isAC: true },
          calculation: { ...calculation, multiplier: 2, rentMethod: 2000 },
        }),
      ],
    })
    const { user } = await renderAt(start)
    await toConfirmation(user)
    expect(await screen.findByText("For an air conditioner: 2 months' rent")).toBeDefined()
    expect(screen.queryByText('Tenure method')).toBeNull()
  })

  test('without charges it is a plain question', async () => {
    serve({ amounts: [anAmount({ closureCharges: 0, tax: 0, total: 0 })] })
    const { user } = await renderAt(start)
    await toConfirmation(user)
    expect(await heading('No early closure charges')).toBeDefined()
    expect(screen.queryByRole('button', { name: "I'd rather close anyway" })).toBeNull()
    await press(user, 'Close Subscription')
    expect(await heading('Request Created Successfully')).toBeDefined()
  })

  test('CLOSE-12: completing the tenure leaves without a question', async () => {
    serve()
    const { user, location } = await renderAt(start)
    await toConfirmation(user)
    await press(user, /Complete the tenure/)
    await waitFor(() => expect(location().search).not.toHaveProperty('requestType'))
    expect(screen.queryByText('Leave this request?')).toBeNull()
  })

  test.each([
    ['CLOSE-13', /Shift to a new address/, 'relocate-subscription', 'Relocation Request'],
    ['CLOSE-14', /Transfer subscription/, 'transfer-ownership', 'Transfer Ownership'],
  ])('%s: another request instead', async (_, button, requestType, title) => {
    serve()
    const { user, location } = await renderAt(start)
    await toConfirmation(user)
    await press(user, button)
    expect(await screen.findByRole('dialog', { name: title })).toBeDefined()
    expect(location().search).toEqual({ requestType })
  })

  test('CLOSE-15: the explanation is illustrative and has a way back', async () => {
    serve()
    const { user, location } = await renderAt(start, { before: ['/home', '/home'] })
    await toConfirmation(user)
    await press(user, 'How is this calculated?')
    expect(await heading('How early closure charges are calculated')).toBeDefined()
    expect(location().search).toMatchObject({ requestStep: 'early-closure-calculation' })
    expect(screen.getByText("Air conditioners carry an early-closure fee of 2 months' rent.")).toBeDefined()
    await press(user, 'Go Back')
    expect(await heading('Early closure charges')).toBeDefined()
  })

  test.each([
    [422, { field: 'preferredPickupDate' }, 'choose-date-and-reason-of-pickup'],
    [409, {}, undefined],
    [503, {}, 'close-subscription-confirmation'],
  ])('a refusal with %d lands where it can be mended', async (status, extra, step) => {
    serve()
    server.use(http.post(call('/api/Dashboards/confirmClosure'), () => fault(status, 'It cannot be done so.', extra)))
    const { user, location } = await renderAt(start)
    await toConfirmation(user)
    await press(user, "I'd rather close anyway")
    expect((await screen.findByRole('alert')).textContent).toBe('It cannot be done so.')
    expect((location().search as { requestStep?: string }).requestStep).toBe(step)
  })
})

describe('raised', () => {
  test('CLOSE-16, VALID-31, SUCCESS-01, SUCCESS-03: the request is sent once and the success is told', async () => {
    const sent = serve({ made: { ...made, earlyClosureCharge: 0, totalPayableAmount: 0 } })
    const { user, location } = await renderAt(start)
    await toConfirmation(user)
    await press(user, "I'd rather close anyway")
    expect(await heading('Request Created Successfully')).toBeDefined()
    expect(location().search).toMatchObject({ requestStep: 'request-created-successfully' })
    expect(sent.confirm).toEqual([
      { id: 7, orderItemIds: [11], preferredPickupDate: '2026-11-24', message: 'Moving out' },
    ])
    const words =
      'Your request has been raised successfully you can check the updates in the profile section of the app.'
    expect(screen.getByText(words)).toBeDefined()
    expect(screen.getByRole('link', { name: 'See Request Status' }).getAttribute('href')).toMatch(
      /\/my-subscriptions\/all-requests$/,
    )
  })

  test('SUCCESS-04: Close leads home and asks nothing', async () => {
    serve()
    const { user, location } = await renderAt('/settings?requestType=close-subscription')
    await toConfirmation(user)
    await press(user, "I'd rather close anyway")
    await heading('Request Created Successfully')
    await press(user, 'Close')
    await waitFor(() => expect(location().href).toBe('/home'))
  })

  test('CLOSE-25, CLOSE-26, CLOSE-27: what is owed is the charge and what remains of the rounded total', async () => {
    expect(pendingDues(made)).toEqual({ total: 2270, charge: 1770, rest: 500 })
    const alone = pendingDues({ ...made, earlyClosureCharge: 3890.48, totalPayableAmount: 3890.48 })
    expect(alone).toEqual({ total: 3890, charge: 3890.48, rest: 0 })
    serve()
    const { user } = await renderAt(start)
    await toConfirmation(user)
    await press(user, "I'd rather close anyway")
    expect(await screen.findByText('Total pending dues')).toBeDefined()
    const lines = screen.getAllByRole('definition').map((value) => value.firstChild?.textContent)
    expect(lines).toEqual(['₹1,770₹1,770', '₹500₹500', 'to be calculated'])
  })

  test('SUCCESS-06: Pay Later closes', async () => {
    serve()
    const { user, location } = await renderAt(start)
    await toConfirmation(user)
    await press(user, "I'd rather close anyway")
    await press(user, 'Pay Later')
    await waitFor(() => expect(location().href).toBe('/home'))
    expect(requestPayment).not.toHaveBeenCalled()
  })

  test.each([
    ['SUCCESS-07: a full closure is paid by hand', true, true, false],
    ['SUCCESS-08: a partial closure starts an auto-debit rent payment', false, true, true],
    ['SUCCESS-08: whoever is not eligible for auto debit pays by hand', false, false, false],
  ])('%s', async (_, isFullClosure, isAutoDebitRequired, autoDebit) => {
    serve({ made: { ...made, isFullClosure } })
    vi.mocked(requestPayment).mockImplementation(() => clearPaymentRequest())
    server.use(
      http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(aDashboard({ isAutoDebitRequired }))),
    )
    const { user } = await renderAt(start)
    await toConfirmation(user)
    await press(user, "I'd rather close anyway")
    await press(user, 'Pay Now')
    expect(requestPayment).toHaveBeenCalledWith({ type: 'due', autoDebit })
  })
})

describe('the way through the flow', () => {
  test('FLOW-02, CLOSE-18: each step is an entry of the address, and Back comes back', async () => {
    serve()
    const { user, history, location } = await renderAt('/settings?requestType=close-subscription', {
      before: ['/home', '/home'],
    })
    await toConfirmation(user)
    await heading('Early closure charges')
    expect(location()).toMatchObject({
      pathname: '/settings',
      search: { requestType: 'close-subscription', requestStep: 'close-subscription-confirmation' },
    })
    history.back()
    await heading('How do you wish to be refunded?')
    history.back()
    expect(await heading('When and why should we pick up?')).toBeDefined()
    expect(await screen.findByRole('button', { name: /24 November 2026, chosen/ })).toBeDefined()
    history.back()
    await heading('Moved to a new location?')
    history.back()
    expect(await screen.findByRole('checkbox', { name: sofa })).toHaveProperty('checked', true)
  })

  test('DIALOG-22: a step whose draft is empty clears the keys of the flow', async () => {
    serve()
    const { router, location } = await renderAt('/home?utm=sms')
    await screen.findByRole('heading', { level: 1 })
    await router.navigate({
      to: '/home',
      search: { utm: 'sms', requestType: 'close-subscription', requestStep: 'close-subscription-confirmation' },
    })
    await waitFor(() => expect(location().search).toEqual({ utm: 'sms' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('whoever has chosen something is asked once before leaving', async () => {
    serve()
    const { user, location } = await renderAt(start)
    await user.click(await screen.findByRole('checkbox', { name: sofa }))
    await press(user, 'Close')
    const asked = () => screen.findByRole('dialog', { name: 'Leave this request?' })
    await user.click(within(await asked()).getByRole('button', { name: 'Stay' }))
    await waitFor(() => expect(screen.queryByText('Leave this request?')).toBeNull())
    expect(location().search).toMatchObject({ requestType: 'close-subscription' })
    await press(user, 'Close')
    await user.click(within(await asked()).getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(location().search).not.toHaveProperty('requestType'))
  })

  test('whoever has chosen nothing is not asked', async () => {
    serve()
    const { user, location } = await renderAt(start)
    await screen.findByRole('checkbox', { name: sofa })
    await press(user, 'Close')
    await waitFor(() => expect(location().search).not.toHaveProperty('requestType'))
  })

  test('LAYOUT-07: the draft survives the reload at the width boundary, and is gone after it was taken', async () => {
    serve()
    const first = await renderAt(start)
    await choose(first.user)
    await heading('When and why should we pick up?')
    await first.user.click(await screen.findByRole('button', { name: /24 November 2026/ }))
    const undo = reloadAtWidthBoundary()
    setViewport(1440)
    undo()
    expect(first.left.reload).toHaveBeenCalled()
    first.unmount()
    restartPageLoad()
    await renderAt(`${start}&requestStep=choose-date-and-reason-of-pickup`)
    expect(await screen.findByRole('button', { name: /24 November 2026, chosen/ })).toBeDefined()
    expect(Object.keys(window.sessionStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
  })
})
