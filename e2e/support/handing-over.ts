import type { City } from './city'
import { expect } from './fixtures'

export const kabirsNumber = '9000000011'

/** Offers jaya's first transferable item to kabir. */
export async function offerToKabir(city: City): Promise<void> {
  const jaya = await city.token('jaya')
  const path = '/api/Dashboards/dashboardData'
  const { activeProductLists } = await city.get<{ activeProductLists: { id: number; isCILAllowed: boolean }[] }>(
    jaya,
    path,
  )
  const item = activeProductLists.find(({ isCILAllowed }) => isCILAllowed)
  const data = { requestType: 690, orderItemIds: [item?.id], orderItemCount: 1, mobileNumber: kabirsNumber }
  const { status, answer } = await city.send(jaya, '/api/ServiceRequests/createNewTicket', { data })
  expect(status, JSON.stringify(answer)).toBeLessThan(300)
}
