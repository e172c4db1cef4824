import { api } from './client'
import { customerKey } from './keys'
import type { components } from './schema'
import { unwrap } from './unwrap'

export type AdvanceOptions = components['schemas']['AdvanceOptions']
export type RentalOption = components['schemas']['RentalOption']
export type AdvancePackage = components['schemas']['AdvancePackage']

/** For how many months rent can be paid in advance. Amounts are in rupees. */
export const advanceOptionsQuery = (customer: number) => ({
  queryKey: customerKey(customer, 'advance-rent', 'options'),
  queryFn: () => unwrap(api.GET('/api/Dashboards/advanceRentalOptions')),
})

/** The rent that was paid in advance: the active package, or the last one. */
export const advancePackageQuery = (customer: number) => ({
  queryKey: customerKey(customer, 'advance-rent', 'package'),
  queryFn: () => unwrap(api.GET('/api/Dashboards/advanceRentalPackage')),
})
