// Imported before a test's timeout starts, because on a busy machine loading a
// whole flow takes longer than that.
import '#/flows/close/CloseFlow'
import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import type { components } from '#/api/schema'
import { call, http, keeping } from './contract'
import { server } from './server'

type Schemas = components['schemas']

export const start = '/home?requestType=close-subscription'
export const sofa = /Wooden sofa/
export const question = 'Do you wish to close all live requests ?'

const rules: Schemas['StaticVariables'] = {
  today: '2026-11-20',
  closurereasons: [{ reason: 'Moving out' }, { reason: 'Rent is too high' }],
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

export function live(revokeAllowed: boolean): Schemas['ParallelCheck'] {
  const kind = { requestType: 65 as const, requestTypeName: 'Relocation' }
  const relocation = { ...kind, tickets: [{ ...repair, ...kind, ticketId: 'T8' }] }
  return {
    ...free,
    proceedWithTicketCreation: false,
    revokeAllowed,
    revokeTickets: [{ requestType: 20, requestTypeName: 'Repair', tickets: [repair] }, relocation],
  }
}

export function anAmount(change: Partial<Schemas['ClosureAmount']> = {}): Schemas['ClosureAmount'] {
  return {
    orderItem: {
      id: 11,
      image: '',
      productName: 'Wooden sofa set, 3 seater',
      tenureEndDate: '2027-03-14',
      locationId: 1,
      addressId: 5,
      isAC: false,
      deposit: 3000,
    },
    pickupDate: '2026-11-24',
    closureCharges: 1500,
    tax: 270,
    total: 1770,
    lostDiscount: 0,
    advanceLeft: 0,
    calculation: {
      rent: 1000,
      multiplier: 1.5,
      rentMethod: 1500,
      daysLeft: 110,
      dailyRent: 32.88,
      tenureMethod: 3652.68,
      tenureLines: [
        { from: '2026-11-24', to: '2026-12-01', days: 7, of: 30, rate: 1000, amount: 233.33 },
        { from: '2026-12-01', to: '2027-01-01', days: 31, of: 31, rate: 1000, amount: 1000 },
        { from: '2027-01-01', to: '2027-02-01', days: 31, of: 31, rate: 1000, amount: 1000 },
        { from: '2027-02-01', to: '2027-03-01', days: 28, of: 28, rate: 1000, amount: 1000 },
        { from: '2027-03-01', to: '2027-03-14', days: 13, of: 31, rate: 1000, amount: 419.35 },
      ],
    },
    ...change,
  }
}

const addresses: Schemas['Address'][] = [
  { id: 4, flatNo: '2', addressLine1: 'Hill Road', city: 'Bangalore', pincode: '560001' },
  { id: 5, flatNo: '12', addressLine1: 'Lake View', city: 'Bangalore', pincode: '560002' },
]

export const made: Schemas['ClosureMade'] = {
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

/** Answers the calls of the close flow and records the bodies. */
export function serveClosure({ check = free, amounts = [anAmount()], made: answer = made }: Answers = {}) {
  const sent: Record<string, unknown[]> = { check: [], revoke: [], preference: [], amounts: [], confirm: [] }
  const record = (name: string) => (body: unknown) => void sent[name]?.push(body)
  server.use(
    http.get(call('/api/RMUsers/:id/addresses'), () => HttpResponse.json(addresses)),
    http.get(call('/api/RMUsers/:id/getRefundPreference'), () =>
      HttpResponse.json({ success: true, refundPreference: 0 }),
    ),
    http.get(call('/api/UserProfiles/getBankDetails'), () => HttpResponse.json({})),
    http.post(call('/api/RMUsers/:id/setRefundPreference'), ({ request }) => {
      sent.preference?.push(new URL(request.url).searchParams.get('preferenceInt'))
      return HttpResponse.json({ success: true, refundPreference: 10 })
    }),
    http.get(call('/api/meta/rmStaticVariables'), () => HttpResponse.json(rules)),
    keeping(call('/api/ServiceRequests/checkIfTicketsCanExistsParallely'), record('check'), () =>
      HttpResponse.json(check),
    ),
    keeping(call('/api/ServiceRequests/revokeTickets'), record('revoke'), () => HttpResponse.json({ success: true })),
    keeping(call('/api/Dashboards/getClosureAmounts'), record('amounts'), () => HttpResponse.json(amounts)),
    keeping(call('/api/Dashboards/confirmClosure'), record('confirm'), () => HttpResponse.json(answer)),
  )
  return sent
}

export const press = async (user: UserEvent, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }))
export const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 3, name })

export async function tick(user: UserEvent) {
  await user.click(await screen.findByRole('checkbox', { name: sofa }))
  await press(user, 'Continue')
}

export async function choose(user: UserEvent) {
  await tick(user)
  await screen.findByRole('radio', { name: /Lake View/, checked: true })
  await press(user, 'Continue')
}

export async function plan(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: /24 November 2026/ }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Reason' }), 'Moving out')
  await press(user, 'Continue')
}

export async function toSettlement(user: UserEvent) {
  await choose(user)
  await heading('When and why should we pick up?')
  await plan(user)
}

export async function toConfirmation(user: UserEvent) {
  await toSettlement(user)
  await press(user, /^Straight to Rentomoney/)
}
