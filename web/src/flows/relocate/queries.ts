import { queryOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import { type IntentHeaders, once } from '#/api/idempotency'
import { customerKey } from '#/api/keys'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'
import { requestCodes } from '#/kit/request-kinds'
import type { RelocateDraft, RelocationMade } from './model'

type Schemas = components['schemas']

/** The slots for a pickup where the items are. Empty in a city where only a day is chosen. */
export function pickupSlotsQuery(customer: number, orderItemIds: number[]) {
  return queryOptions({
    queryKey: customerKey(customer, 'slots', 'pickup', ...orderItemIds),
    queryFn: async () => {
      const data: Schemas['SlotQuestion'] = {
        orderItemIds,
        mojoVahanTaskType: 'PICKUP',
        requestType: 'Relocation Pickup',
      }
      const { slots } = await unwrap(api.POST('/api/ServiceRequests/getCssSlots', { body: { data } }))
      return slots
    },
    // Other customers book too, so a customer who comes back needs fresh slots.
    staleTime: 0,
    gcTime: 0,
  })
}

/** Holds a place in a slot until the request is sent. A place that was held before is released. */
export function holdSlot(slotId: string, orderItemIds: number[]) {
  const data = { slotId, orderItemIds }
  return once('hold-slot', data, (headers) =>
    unwrap(api.POST('/api/ServiceRequests/bookCssSlot', { headers, body: { data } })),
  )
}

/** The request for a relocation. Its `address` is the whole destination address. */
export function relocationOf({
  chosen,
  pickupPlace,
  dropPlace,
  pickup,
  drop,
  message,
}: RelocateDraft): Schemas['NewTicket'] {
  return {
    requestType: requestCodes.relocation,
    message: message.trim(),
    pickupAddressId: pickupPlace?.id,
    address: dropPlace,
    orderItemCount: chosen.length,
    orderItemIds: chosen,
    location: dropPlace?.city,
    cxPreferredPickupDate: pickup,
    cxPreferredDeliveryDate: drop,
  }
}

/** Raises the relocation. The result also has its days. */
export async function raiseRelocation(data: Schemas['NewTicket'], headers: IntentHeaders): Promise<RelocationMade> {
  const made = await unwrap(api.POST('/api/ServiceRequests/createNewTicket', { headers, body: { data } }))
  return { ...made, pickup: data.cxPreferredPickupDate, drop: data.cxPreferredDeliveryDate }
}
