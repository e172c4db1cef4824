import { queryOptions } from '@tanstack/react-query'
import { api } from './client'
import { customerKey } from './keys'
import type { components } from './schema'
import { unwrap } from './unwrap'

export type Address = components['schemas']['Address']

/** The saved addresses of a customer, oldest first. All screens share the query, so all see a new address. */
export function addressesQuery(userId: number) {
  return queryOptions({
    queryKey: customerKey(userId, 'addresses'),
    queryFn: () => unwrap(api.GET('/api/RMUsers/{id}/addresses', { params: { path: { id: userId } } })),
  })
}

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/**
 * Flat, society, lines, area, landmark, sub-city unless it repeats the city, city and pincode in one line.
 * The second mobile number is separate.
 */
export function addressText(address: Address): { line: string; mobile?: string } {
  const { subCity = '', city } = address
  const parts = [
    address.flatNo,
    address.societyName,
    address.addressLine1,
    address.addressLine2,
    address.area,
    address.landMark,
    same(subCity, city) ? '' : subCity,
    city,
    address.pincode,
  ]
  return { line: parts.filter((part) => part?.trim()).join(', '), mobile: address.alternativeMobile || undefined }
}
