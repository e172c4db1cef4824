import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import type { TicketDetails } from '#/features/tickets/calls'
import { call, http } from './contract'
import { fault } from './handlers'
import { renderAt } from './render-at'
import { server } from './server'

const listCall = call('/api/Dashboards/getServiceRequest')
export const detailsCall = call('/api/ServiceRequests/getCssTicketMetadata')
export const timesCall = call('/api/ServiceRequests/getCssSlots')
export const path = '/my-subscriptions/all-requests'

/** A relocation that was rescheduled once. */
export function details(change: Partial<TicketDetails> = {}): TicketDetails {
  return {
    serviceRequestId: 41,
    ticketId: 'T15',
    status: 'scheduled',
    requestType: 65,
    requestTypeName: 'Relocation',
    orderItemIds: [11],
    productNames: ['Treadmill'],
    message: 'Second floor, no lift.',
    preferredDate: '2026-11-22',
    deliveryDate: '2026-11-26',
    visitDate: '2026-11-22',
    created: '2026-11-17T20:00:00Z',
    active: true,
    revokeAllowed: true,
    canReschedule: true,
    canCancel: true,
    canChangeAddress: true,
    charge: 0,
    images: [],
    slot: { slotId: '1/2026-11-22/10:00', date: '2026-11-22', startTime: '10:00', endTime: '13:00', available: false },
    address: {
      id: 9,
      flatNo: '12',
      societyName: 'Palm Court',
      addressLine1: '3rd Cross',
      city: 'Pune',
      pincode: '411001',
    },
    steps: [
      { status: 'raised', by: 'customer', at: '2026-11-17T20:00:00Z' },
      { status: 'scheduled', by: 'company', at: '2026-11-17T22:00:00Z' },
      { status: 'scheduled', by: 'agent', at: '2026-11-18T05:00:00Z', comment: 'The customer is in the office.' },
    ],
    ...change,
  }
}

/** Serves one request, which a test can replace, and counts how often the list is requested. */
export function serve(first: TicketDetails) {
  const world = { ticket: first, lists: 0 }
  server.use(
    http.get(listCall, () => {
      world.lists++
      return HttpResponse.json({ serviceRequests: [world.ticket], total: 1 })
    }),
    http.get(detailsCall, ({ request }) => {
      const asked = new URL(request.url).searchParams.get('ticketId')
      return asked === world.ticket.ticketId
        ? HttpResponse.json(world.ticket)
        : fault(404, 'This request does not exist.')
    }),
  )
  return world
}

/** Opens the dialog of a request. */
export async function open(ticket: TicketDetails) {
  const world = serve(ticket)
  const rendered = await renderAt(`${path}?ticketId=${ticket.ticketId}`)
  const dialog = await screen.findByRole('dialog', { name: ticket.requestTypeName })
  return { ...rendered, world, dialog }
}

export const press = (name: string) => screen.findByRole('button', { name })
