// Imported before a test's timeout starts, because loading a whole flow can take longer.
import './TransferFlow'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { dispatch } from '#/features/payments/dispatch'
import { currentPayment } from '#/features/payments/store'
import { toasts } from '#/platform/toast'
import { aDashboard, aPendingDebit, aProduct, pendingDebitWords } from '#/test/builders'
import { call, http, keeping, type Reply } from '#/test/contract'
import { fault } from '#/test/handlers'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'
import { details } from '#/test/tickets'

const path = '/home?requestType=transfer-ownership'
const dashboardCall = call('/api/Dashboards/dashboardData')
const checkCall = call('/api/ServiceRequests/checkIfTicketsCanExistsParallely')
const revokeCall = call('/api/ServiceRequests/revokeTickets')
const createCall = call('/api/ServiceRequests/createNewTicket')

const free = { success: true, message: '', proceedWithTicketCreation: true, revokeAllowed: true, revokeTickets: [] }
const repair = {
  ticketId: 'T3',
  serviceRequestId: 3,
  requestType: 20,
  requestTypeName: 'Repair',
  orderItemId: 11,
  productName: 'Wooden sofa set, 3 seater',
}
const busy = {
  ...free,
  proceedWithTicketCreation: false,
  revokeTickets: [{ requestType: 20 as const, requestTypeName: 'Repair', tickets: [repair] }],
}

beforeEach(() =>
  server.use(
    http.get(call('/api/RMUsers/:id/getRefundPreference'), () =>
      HttpResponse.json({ success: true, refundPreference: 0 }),
    ),
  ),
)

/** Records the bodies of a call. */
function answer<Path extends string>(at: `*${Path}`, reply: () => Reply<Path, 'post'>): unknown[] {
  const sent: unknown[] = []
  server.use(keeping(at, (body) => sent.push(body), reply))
  return sent
}

async function open() {
  const opened = await renderAt(path)
  const flow = await screen.findByRole('dialog', { name: 'Transfer Ownership' })
  return { ...opened, flow }
}

async function toConfirmation() {
  const opened = await open()
  await opened.user.click(await screen.findByRole('checkbox', { name: /Wooden sofa set/ }))
  await opened.user.click(screen.getByRole('button', { name: 'Continue' }))
  return opened
}

async function toPhone() {
  answer(checkCall, () => HttpResponse.json(free))
  const opened = await toConfirmation()
  await screen.findByText('Before you hand over')
  await opened.user.click(screen.getByRole('button', { name: 'Continue' }))
  const phone = await screen.findByRole('textbox', { name: 'Phone number of the new owner' })
  return { ...opened, phone }
}

type User = Awaited<ReturnType<typeof toPhone>>['user']

/** Confirms the question before the request is sent. */
async function confirm(user: User) {
  const question = await screen.findByRole('dialog', { name: /^Hand over to/ })
  await user.click(within(question).getByRole('button', { name: 'Send request' }))
}

test('TRANSFER-01, TRANSFER-02: only items that may change hands are offered', async () => {
  const { flow } = await open()
  expect(await within(flow).findByRole('checkbox', { name: /Wooden sofa set/ })).toBeDefined()
  expect(within(flow).queryByText(/Double-door fridge/)).toBeNull()
  expect(within(flow).getByText('Step 1 of 2')).toBeDefined()
  expect(within(flow).getByRole('button', { name: 'Continue' })).toHaveProperty('disabled', true)
})

test('TRANSFER-03: without such items the screen says so', async () => {
  server.use(
    http.get(dashboardCall, () =>
      HttpResponse.json(aDashboard({ activeProductLists: [aProduct({ isCILAllowed: false })] })),
    ),
  )
  const { user } = await open()
  expect(await screen.findByText('There are no items eligible for ownership transfer.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Go Back' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('TRANSFER-04, TRANSFER-05, TRANSFER-06, TRANSFER-07, TRANSFER-08: the confirmation shows five terms', async () => {
  await toConfirmation()
  await screen.findByText('Before you hand over')
  for (const term of [
    'Pending dues must be cleared.',
    'Intercity ownership change is not permitted.',
    'The second owner must pay the deposit and complete KYC before transfer.',
    "The first owner's deposit is refunded after transfer.",
    'No digital signatures are accepted for the novation agreement.',
  ]) {
    expect(screen.getByText(term)).toBeDefined()
  }
  expect(screen.getByText('Step 1 of 2')).toBeDefined()
})

test('with rent in advance, the terms say what becomes of it', async () => {
  const paidAhead = { left: 4419, from: '2026-12-01', until: '2027-02-28', items: [] }
  const activeProductLists = [aProduct({ name: 'Wooden sofa set, 3 seater', isCILAllowed: true })]
  server.use(http.get(dashboardCall, () => HttpResponse.json(aDashboard({ activeProductLists, paidAhead }))))
  await toConfirmation()
  expect(await screen.findByText(/^Rent that you paid in advance: what these items have not used/)).toBeDefined()
})

test('REVOKE-01, REVOKE-02: without live requests the number is asked for at once', async () => {
  const asked = answer(checkCall, () => HttpResponse.json(free))
  const { user, location } = await toConfirmation()
  await screen.findByText('Before you hand over')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('Step 2 of 2')).toBeDefined()
  expect(location().search).toMatchObject({ requestStep: 'transfer-ownership-step-2' })
  expect(asked).toEqual([
    {
      data: {
        userId: 7,
        orderItemIds: [11],
        requestTypeCreating: 690,
        requestTypeName: 'Ownership Transfer',
      },
    },
  ])
})

test('TRANSFER-09, TRANSFER-10, REVOKE-03, REVOKE-04, REVOKE-05: live requests are taken back first', async () => {
  answer(checkCall, () => HttpResponse.json(busy))
  const revoked = answer(revokeCall, () => HttpResponse.json({ success: true }))
  const { user } = await toConfirmation()
  await screen.findByText('Before you hand over')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  const question = await screen.findByRole('dialog', { name: 'Do you wish to close all live requests ?' })
  await user.click(within(question).getByRole('button', { name: 'Close request(s) & proceed' }))
  expect(await screen.findByText('Step 2 of 2')).toBeDefined()
  expect(revoked).toEqual([{ data: { comment: 'Revoke request by user', revokeTickets: [repair] } }])
})

test('REVOKE-06: when that fails the flow stays and says why', async () => {
  answer(checkCall, () => HttpResponse.json(busy))
  answer(revokeCall, () => fault(409, 'Our technician is on the way.'))
  const { user } = await toConfirmation()
  await screen.findByText('Before you hand over')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  const question = await screen.findByRole('dialog', { name: 'Do you wish to close all live requests ?' })
  await user.click(within(question).getByRole('button', { name: 'Close request(s) & proceed' }))
  expect((await within(question).findByRole('alert')).textContent).toBe('Our technician is on the way.')
  expect(screen.queryByText('Step 2 of 2')).toBeNull()
})

test('REVOKE-07, REVOKE-08: what only support may take back stops the flow', async () => {
  answer(checkCall, () => HttpResponse.json({ ...busy, revokeAllowed: false }))
  const { user, flow } = await toConfirmation()
  await screen.findByText('Before you hand over')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await within(flow).findByRole('alert')
  expect(toasts.get().map(({ text }) => text)).toEqual([
    expect.stringContaining('live Repair request(s) against some of the items'),
  ])
})

test.each([
  ['rent', { totalPayableAmount: 786, depositBalance: 0 }, 'due'],
  ['a deposit', { totalPayableAmount: 0, depositBalance: -500 }, 'deposit'],
])('TRANSFER-14, TRANSFER-15: %s is paid first, then the flow is where it was', async (_, owed, type) => {
  let owes: Partial<ReturnType<typeof aDashboard>> = owed
  server.use(
    http.get(dashboardCall, () => HttpResponse.json(aDashboard(owes))),
    http.post(call('/api/*'), () => fault(503, 'Not now.')),
  )
  const { user, location } = await toConfirmation()
  expect(await screen.findByRole('heading', { name: 'Clear Pending Dues' })).toBeDefined()
  expect(screen.queryByText('Before you hand over')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Pay Now' }))
  await waitFor(() => expect(currentPayment().request.type).toBe(type))
  owes = {}
  await waitFor(() => expect(['idle', 'starting']).not.toContain(currentPayment().phase), { timeout: 8000 })
  dispatch({ type: 'leave' })
  expect(await screen.findByRole('dialog', { name: 'Transfer Ownership' })).toBeDefined()
  expect(location().search).toMatchObject({ requestStep: 'transfer-ownership-confirmation' })
})

test.each([
  ['rent waits for a debit that the bank has', { totalPayableAmount: 786, depositBalance: 0 }, true],
  ['a deposit does not', { totalPayableAmount: 0, depositBalance: -500 }, false],
])('TRANSFER-14, TRANSFER-15: %s', async (_, owed, waits) => {
  server.use(
    http.get(dashboardCall, () => HttpResponse.json(aDashboard({ ...owed, pendingPayments: [aPendingDebit] }))),
  )
  const flow = within((await toConfirmation()).flow)
  expect(await flow.findByRole('heading', { name: 'Clear Pending Dues' })).toBeDefined()
  expect(flow.queryByText(pendingDebitWords) !== null).toBe(waits)
  expect(flow.queryByRole('button', { name: 'Pay Now' }) === null).toBe(waits)
})

test('TRANSFER-11, VALID-15, VALID-16, VALID-17: the number has exactly ten digits', async () => {
  const { user, phone } = await toPhone()
  expect(phone.getAttribute('placeholder')).toBe('Phone number*')
  const go = screen.getByRole('button', { name: 'Continue' })
  await user.type(phone, '900000001')
  expect(go).toHaveProperty('disabled', true)
  expect(screen.getByText('Enter all 10 digits of the phone number.')).toBeDefined()
  await user.type(phone, '1')
  expect(go).toHaveProperty('disabled', false)
  await user.type(phone, '7')
  expect(phone).toHaveProperty('value', '9000000011')
})

test('TRANSFER-12, SUCCESS-09: a registered number ends on success; Back cannot raise it again', async () => {
  const sent = answer(createCall, () => HttpResponse.json({ success: true, serviceRequestId: 1, ticketId: 'T1' }))
  server.use(
    http.get(call('/api/ServiceRequests/getCssTicketMetadata'), () =>
      HttpResponse.json(details({ ticketId: 'T1', lastDay: '2026-12-04' })),
    ),
  )
  const { user, phone, history } = await toPhone()
  await user.type(phone, '9000000011{Enter}')
  const question = await screen.findByRole('dialog', { name: 'Hand over to +91 90000 00011?' })
  expect(within(question).getByText('Wooden sofa set, 3 seater')).toBeDefined()
  expect(sent).toEqual([])
  await confirm(user)
  expect(await screen.findByRole('heading', { name: 'Request Created Successfully' })).toBeDefined()
  expect(
    screen.getByText(
      'Your transfer ownership request has been raised successfully you can check the updates in the profile section of the app.',
    ),
  ).toBeDefined()
  expect(screen.getByText('T1')).toBeDefined()
  expect(screen.getByText('+91 90000 00011')).toBeDefined()
  expect(await screen.findByText(/^The new owner has until 4 Dec 2026 to answer/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'See Request Status' }).getAttribute('href')).toBe(
    '/dashboard/my-subscriptions/all-requests',
  )
  expect(sent).toEqual([
    {
      data: {
        requestType: 690,
        orderItemIds: [11],
        orderItemCount: 1,
        mobileNumber: '9000000011',
        message: '',
        location: 'Bangalore',
      },
    },
  ])
  history.back()
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /Phone number/ })).toBeNull())
})

test('TRANSFER-13, ERR-18: a number of nobody ends on "Not a {product} User", from which another may be tried', async () => {
  answer(createCall, () => fault(422, 'Not registered.', { destinationMobileNumber: '9000000099' }))
  const { user, phone } = await toPhone()
  await user.type(phone, '9000000099')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await confirm(user)
  expect(await screen.findByRole('heading', { name: 'Not a Rento User' })).toBeDefined()
  expect(screen.getByText(/\+91 90000 00099 is not registered with Rento/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Try another number' }))
  expect(await screen.findByRole('textbox', { name: 'Phone number of the new owner' })).toHaveProperty('value', '')
})

test('"Not a {product} User" closes without another question', async () => {
  answer(createCall, () => fault(422, 'Not registered.', { destinationMobileNumber: '9000000099' }))
  const { user, phone } = await toPhone()
  await user.type(phone, '9000000099{Enter}')
  await confirm(user)
  await screen.findByRole('heading', { name: 'Not a Rento User' })
  const closing = screen.getAllByRole('button', { name: 'Close' })
  await user.click(closing[closing.length - 1] as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each([
  [422, 'Intercity ownership change is not permitted.', { field: 'mobileNumber' }],
  [429, 'Too many attempts. Please try again in 60 s.', { retryAfter: 60 }],
  [500, 'Something went wrong.', {}],
])('ERR-19: any other refusal (%d) is a toast, and nothing beside it', async (status, message, extra) => {
  answer(createCall, () => fault(status, message, extra))
  const { user, phone, flow } = await toPhone()
  await user.type(phone, '9000000011')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await confirm(user)
  await waitFor(() => expect(toasts.get().map(({ text }) => text)).toEqual([message]))
  expect(within(flow).queryByRole('alert')).toBeNull()
})

test.each([
  [409, {}],
  [404, {}],
  [422, { field: 'orderItemIds' }],
])('a refusal of the items (%d) is shown where they are chosen', async (status, extra) => {
  answer(createCall, () => fault(status, 'This item has a live request.', extra))
  const { user, phone, location } = await toPhone()
  await user.type(phone, '9000000011{Enter}')
  await confirm(user)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('This item has a live request.')
  expect(location().search).not.toHaveProperty('requestStep')
})

test('the terms say what becomes of the deposit, and another way than the saved one is chosen there', async () => {
  let preference = 10
  const vpa = { vpa: 'asha@okhdfcbank' }
  server.use(
    http.get(call('/api/RMUsers/:id/getRefundPreference'), () =>
      HttpResponse.json({ success: true, refundPreference: preference }),
    ),
    http.get(call('/api/UserProfiles/getBankDetails'), () => HttpResponse.json(vpa)),
    http.post(call('/api/UserProfiles/setUpiDetails'), () => HttpResponse.json({ success: true })),
    http.post(call('/api/RMUsers/:id/setRefundPreference'), ({ request }) => {
      preference = Number(new URL(request.url).searchParams.get('preferenceInt'))
      return HttpResponse.json({ success: true, refundPreference: preference })
    }),
  )
  const { user } = await toConfirmation()
  const deposit = within(await screen.findByRole('region', { name: 'Your deposit for these items' }))
  expect(deposit.getByText(/what is due is paid from the refund first/)).toBeDefined()
  expect(await deposit.findByText('To Rentomoney')).toBeDefined()
  await user.click(deposit.getByRole('button', { name: 'Choose another way' }))
  await user.click(await deposit.findByRole('button', { name: 'Refund Via UPI' }))
  await user.click(await deposit.findByRole('button', { name: 'Save and continue' }))
  expect(await deposit.findByText('By UPI to asha@okhdfcbank')).toBeDefined()
})

test('a giver who has saved no way of refunds chooses one', async () => {
  await toConfirmation()
  const deposit = within(await screen.findByRole('region', { name: 'Your deposit for these items' }))
  expect(await deposit.findByRole('button', { name: 'Choose a way' })).toBeDefined()
})
