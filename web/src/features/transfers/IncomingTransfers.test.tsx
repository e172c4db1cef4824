import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { markDirectLogin } from '#/state/session'
import { aDashboard } from '#/test/builders'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { aHold } from '#/test/hold'
import { keptFiles } from '#/test/kept-files'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'
import { acceptTransfer, declineTransfer } from './answers'
import type { Address, IncomingTransfer } from './queries'

const path = '/my-subscriptions/all-requests'
const transfersCall = call('/api/ServiceRequests/incomingTransfers')
const acceptCall = call('/api/ServiceRequests/acceptTransfer')
const declineCall = call('/api/ServiceRequests/declineTransfer')
const agreementCall = call('/api/ServiceRequests/novationAgreement')
const addressesCall = call('/api/RMUsers/7/addresses')

function aTransfer(change: Partial<IncomingTransfer> = {}): IncomingTransfer {
  return {
    ticketId: 'T15',
    status: 'raised',
    from: 'Jaya Nair',
    created: '2026-11-17T20:00:00Z',
    items: [
      item({ orderItemId: 31, productName: 'Wooden sofa set', rent: 1299.5, deposit: 2500 }),
      item({ orderItemId: 32, productName: 'Smart TV', rent: 999.5, deposit: 1500 }),
    ],
    deposit: 4000,
    depositDue: 0,
    depositPaid: 0,
    kycPending: false,
    agreementDue: false,
    giverOwes: false,
    ...change,
  }
}

function item(change: Partial<IncomingTransfer['items'][number]>): IncomingTransfer['items'][number] {
  return {
    orderItemId: 31,
    productName: 'Wooden sofa set',
    thumbnail: '/media/sofa.svg',
    rent: 1299,
    deposit: 2500,
    tenureEndDate: '2027-03-14',
    locationId: 1,
    ...change,
  }
}

const here: Address = {
  id: 5,
  flatNo: '4B',
  societyName: 'Palm Court',
  addressLine1: '3rd Cross',
  area: 'Koramangala',
  city: 'Bangalore',
  pincode: '560034',
}
const elsewhere: Address = { ...here, id: 6, flatNo: '7', city: 'Pune', pincode: '411001' }

/** Serves the given transfers. Changes to the returned list appear at the next request. */
function serve(...transfers: IncomingTransfer[]) {
  server.use(
    http.get(call('/api/Dashboards/getServiceRequest'), () => HttpResponse.json({ serviceRequests: [], total: 0 })),
    http.get(transfersCall, () => HttpResponse.json({ transfers })),
    http.get(addressesCall, () => HttpResponse.json([elsewhere, here])),
  )
  return transfers
}

const theOffer = () => screen.findByRole('article', { name: 'Jaya Nair wants to hand items over to you' })

test('without transfers the page says nothing about them', async () => {
  serve()
  await renderAt(path)
  expect(await screen.findByText('You have not raised any request yet.')).toBeDefined()
  expect(screen.queryByText('Offered to you')).toBeNull()
})

test('an offer shows who hands over what, until when, at which rent and deposit, and what accepting means', async () => {
  serve(aTransfer())
  await renderAt(path)
  const card = await theOffer()
  expect(within(card).getByText('Ticket T15')).toBeDefined()
  expect(within(card).getByText('Raised')).toBeDefined()
  expect(within(card).getByText('Wooden sofa set')).toBeDefined()
  expect(within(card).getByText('Rent ₹1,299.50 a month, GST extra')).toBeDefined()
  expect(within(card).getByText('Deposit ₹2,500')).toBeDefined()
  expect(within(card).getAllByText('Tenure ends on 14 Mar 2027')).toHaveLength(2)
  expect(within(card).getByText('You pay the deposit of ₹4,000 and complete KYC before the transfer.')).toBeDefined()
  expect(within(card).getByText(/you pay the rent of ₹2,299 a month/)).toBeDefined()
  expect(within(card).getByText(/You and Jaya Nair sign the novation agreement on paper/)).toBeDefined()
})

test('ENTITY-17: accepting asks for an address in the city of the items, on the whole line', async () => {
  const transfers = serve(aTransfer())
  let sent: unknown
  server.use(
    http.post(acceptCall, async ({ request }) => {
      sent = await request.json()
      transfers[0] = aTransfer({ status: 'in_progress', depositDue: 4000, kycPending: true })
      return HttpResponse.json(transfers[0])
    }),
  )
  const { user } = await renderAt(path)
  const card = await theOffer()
  expect(await within(card).findByText('Where in Bangalore will the items stand?')).toBeDefined()
  expect(within(card).getAllByRole('radio')).toHaveLength(1)
  expect(within(card).getByRole('link', { name: 'Add an address' }).getAttribute('href')).toBe(
    '/dashboard/my-subscriptions/all-requests?newaddress=true',
  )
  const accept = within(card).getByRole('button', { name: 'Accept' })
  expect(within(card).queryByText('Choose an address first.')).toBeNull()
  await user.click(accept)
  expect((await within(card).findByRole('alert')).textContent).toBe('Choose an address first.')
  expect(document.activeElement).toBe(within(card).getByRole('radio'))
  expect(sent).toBeUndefined()
  await user.click(
    within(card).getByRole('radio', { name: /^4B, Palm Court, 3rd Cross, Koramangala, Bangalore, 560034$/ }),
  )
  await user.click(accept)
  expect(await screen.findByRole('article', { name: 'You are taking items over from Jaya Nair' })).toBeDefined()
  expect(sent).toEqual({ ticketId: 'T15', addressId: 5 })
})

test('the cities could not be loaded: that is said beside the offer, and can be asked again', async () => {
  serve(aTransfer())
  let down = true
  server.use(
    http.get(call('/api/Dashboards/dashboardData'), () =>
      down ? fault(503, 'Too busy.') : HttpResponse.json(aDashboard()),
    ),
  )
  const { user } = await renderAt(path)
  const card = await theOffer()
  expect((await within(card).findByRole('alert')).textContent).toContain('Too busy.')
  down = false
  await user.click(within(card).getByRole('button', { name: 'Try again' }))
  expect(await within(card).findByText('Where in Bangalore will the items stand?')).toBeDefined()
})

test.each(['raised', 'in_progress'] as const)(
  'an agent sees a transfer that is %s and answers nothing',
  async (status) => {
    markDirectLogin()
    serve(aTransfer({ status, agreementDue: true }))
    await renderAt(path)
    const card = await screen.findByRole('article', { name: /Jaya Nair/ })
    expect(within(card).getByText('Wooden sofa set')).toBeDefined()
    expect(within(card).queryByRole('button', { name: /Accept|Decline|Give up/ })).toBeNull()
    if (status === 'raised')
      expect(within(card).getByText('Only the customer can accept or decline this.')).toBeDefined()
  },
)

test('without an address in that city it says so and leads to a new one', async () => {
  serve(aTransfer())
  server.use(http.get(addressesCall, () => HttpResponse.json([elsewhere])))
  const { user } = await renderAt(path)
  const card = await theOffer()
  expect(await within(card).findByText('You have no saved address in Bangalore')).toBeDefined()
  await user.click(within(card).getByRole('button', { name: 'Accept' }))
  expect(await within(card).findByText('Choose an address first.')).toBeDefined()
  expect(document.activeElement).toBe(within(card).getByRole('link', { name: 'Add an address' }))
})

test('addresses that do not come are asked for again', async () => {
  serve(aTransfer())
  server.use(http.get(addressesCall, () => fault(500, 'The desk is closed.'), { once: true }))
  const { user } = await renderAt(path)
  const card = await theOffer()
  const alert = await within(card).findByRole('alert')
  expect(alert.textContent).toContain('The desk is closed.')
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await within(card).findByRole('radio')).toBeDefined()
})

test('a refusal stays on the card', async () => {
  serve(aTransfer())
  server.use(http.post(acceptCall, () => fault(409, 'This request was taken back.')))
  const { user } = await renderAt(path)
  const card = await theOffer()
  await user.click(await within(card).findByRole('radio'))
  await user.click(within(card).getByRole('button', { name: 'Accept' }))
  expect((await within(card).findByRole('alert')).textContent).toBe('This request was taken back.')
})

test('declining asks once', async () => {
  const transfers = serve(aTransfer())
  let sent: unknown
  server.use(
    http.post(declineCall, async ({ request }) => {
      sent = await request.json()
      transfers[0] = aTransfer({ status: 'cancelled' })
      return HttpResponse.json({ success: true })
    }),
  )
  const { user } = await renderAt(path)
  const card = await theOffer()
  await user.click(within(card).getByRole('button', { name: 'Decline' }))
  const question = await screen.findByRole('dialog', { name: 'Decline this transfer?' })
  await user.click(within(question).getByRole('button', { name: 'Not now' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toBeUndefined()

  await user.click(within(card).getByRole('button', { name: 'Decline' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Decline' }))
  expect(await screen.findByRole('article', { name: 'Jaya Nair wanted to hand items over to you' })).toBeDefined()
  expect(sent).toEqual({ ticketId: 'T15' })
})

test.each([
  ['declined', 'You declined it.'],
  ['left', 'You had accepted it, and gave it up.'],
  ['unanswered', 'You did not answer in time.'],
  ['not_ready', 'Deposit and KYC were not complete in time.'],
  ['dues', 'Jaya Nair did not clear pending dues in time.'],
  ['company', 'Our team ended it.'],
  [undefined, 'Jaya Nair took the offer back.'],
] as const)('one that is over (%s) says why to its receiver', async (endedBy, words) => {
  serve(aTransfer({ status: endedBy ? 'cancelled' : 'revoked', endedBy }))
  await renderAt(path)
  const card = await screen.findByRole('article', { name: 'Jaya Nair wanted to hand items over to you' })
  expect(within(card).getByText(words)).toBeDefined()
})

test('an answer that was lost is given again under the same key', async () => {
  const keys: (string | null)[] = []
  const lost = ({ request }: { request: Request }) => {
    keys.push(request.headers.get('Idempotency-Key'))
    return HttpResponse.error()
  }
  server.use(http.post(acceptCall, lost), http.post(declineCall, lost))
  for (const answer of [() => acceptTransfer('T15', 5), () => declineTransfer('T15')]) {
    await expect(answer()).rejects.toThrow()
    await expect(answer()).rejects.toThrow()
  }
  expect(keys.every(Boolean)).toBe(true)
  expect([keys[1], keys[3]]).toEqual([keys[0], keys[2]])
})

test.each([
  [786, 'You have paid ₹2,200 of deposit for the items. ₹786 of it pays what is due now, ₹1,414 comes back to you.'],
  [
    0,
    'You have paid ₹2,200 of deposit for the items. It comes back to you; what falls due before that is paid from it first.',
  ],
])('who gives up hears what becomes of the deposit, with %d due', async (totalPayableAmount, words) => {
  serve(aTransfer({ status: 'in_progress', depositPaid: 2200 }))
  server.use(
    http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(aDashboard({ totalPayableAmount }))),
  )
  const { user } = await renderAt(path)
  await user.click(await screen.findByRole('button', { name: 'Give up the transfer' }))
  const question = await screen.findByRole('dialog', { name: 'Give up this transfer?' })
  expect(await within(question).findByText(words)).toBeDefined()
})

test('a decline that fails says why in the question', async () => {
  serve(aTransfer({ status: 'in_progress' }))
  server.use(http.post(declineCall, () => fault(409, 'It is over.')))
  const { user } = await renderAt(path)
  await user.click(await screen.findByRole('button', { name: 'Give up the transfer' }))
  const question = await screen.findByRole('dialog', { name: 'Give up this transfer?' })
  expect(within(question).queryByText(/deposit/)).toBeNull()
  await user.click(within(question).getByRole('button', { name: 'Give up the transfer' }))
  expect((await within(question).findByRole('alert')).textContent).toBe('It is over.')
})

test('after accepting, deposit and KYC are left to do', async () => {
  serve(aTransfer({ status: 'in_progress', depositDue: 4000, kycPending: true }))
  server.use(
    http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(aDashboard({ depositBalance: -4000 }))),
  )
  await renderAt(path)
  const left = await screen.findByRole('list', { name: 'What is left to do' })
  expect(within(left).getByText('₹4,000 is due.')).toBeDefined()
  expect(within(left).getByRole('button', { name: 'Pay Now' })).toBeDefined()
  expect(within(left).getByRole('link', { name: 'Start KYC' }).getAttribute('href')).toBe('/dashboard/kyc')
  expect(screen.queryByText('Waiting for the signed agreement')).toBeNull()
})

test('the agreement is fetched with the session and saved; a failure is said, and silence asked again', async () => {
  serve(aTransfer({ status: 'in_progress', agreementDue: true }))
  const saved = keptFiles()
  server.use(
    http.get(agreementCall, () => fault(503, 'The printer is busy.'), { once: true }),
    http.get(agreementCall, () => HttpResponse.error(), { once: true }),
    http.get(agreementCall, ({ request }) => {
      if (request.headers.get('Authorization') !== 'rs1_token') return fault(401, 'Please sign in.')
      const ticket = new URL(request.url).searchParams.get('ticketId')
      return new HttpResponse(`%PDF ${ticket}`, { headers: { 'Content-Type': 'application/pdf' } })
    }),
  )
  const { user } = await renderAt(path)
  expect(await screen.findByText('Waiting for the signed agreement')).toBeDefined()
  expect(screen.getByText('Deposit paid')).toBeDefined()
  expect(screen.getByText('KYC completed')).toBeDefined()
  const get = screen.getByRole('button', { name: 'Get the agreement (PDF)' })
  await user.click(get)
  expect((await screen.findByRole('alert')).textContent).toBe('The printer is busy.')
  await user.click(get)
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(saved).toEqual(['novation-agreement-T15.pdf']))
})

test('who fetches the agreement may go on meanwhile', async () => {
  serve(aTransfer({ status: 'in_progress', agreementDue: true }))
  const { held, letGo } = aHold()
  server.use(http.get(agreementCall, () => held.then(() => fault(503, 'The printer is busy.'))))
  const { user, router } = await renderAt(path)
  await user.click(await screen.findByRole('button', { name: 'Get the agreement (PDF)' }))
  await router.navigate({ to: '/settings' })
  expect(await screen.findByRole('heading', { name: 'Settings' })).toBeDefined()
  letGo()
})

test('what is done says that the items are mine; the filter tells live from past', async () => {
  serve(aTransfer({ ticketId: 'T16', status: 'done' }), aTransfer())
  const { user } = await renderAt(path)
  expect(await screen.findByText('The items are yours now. You find them among your active items.')).toBeDefined()
  await user.click(screen.getByRole('tab', { name: 'Live' }))
  expect(await theOffer()).toBeDefined()
  expect(screen.queryByText('Ticket T16')).toBeNull()
  await user.click(screen.getByRole('tab', { name: 'Past' }))
  expect(await screen.findByText('Ticket T16')).toBeDefined()
  expect(screen.queryByText('Ticket T15')).toBeNull()
})

test('a section that does not come says so and tries again', async () => {
  serve(aTransfer())
  server.use(http.get(transfersCall, () => fault(500, 'The desk is closed.'), { once: true }))
  const { user } = await renderAt(path)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('We could not look whether somebody hands items over to you')
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await theOffer()).toBeDefined()
})

test('the list waits for what stands above it, so that nothing moves; what is offered waits for nothing', async () => {
  serve()
  const { held, letGo } = aHold()
  server.use(
    http.get(transfersCall, () => held.then(() => HttpResponse.json({ transfers: [aTransfer()] }))),
    http.get(call('/api/Dashboards/getServiceRequest'), () => new Promise<never>(() => {})),
  )
  await renderAt(path)
  expect(await screen.findByText('Loading your requests')).toBeDefined()
  letGo()
  expect(await theOffer()).toBeDefined()
  expect(screen.getByText('Loading your requests')).toBeDefined()
})
