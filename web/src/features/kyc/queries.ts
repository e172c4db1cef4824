import { queryOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import { customerKey } from '#/api/keys'
import { unwrap } from '#/api/unwrap'

/** Who is verified, the chosen profession, and the professions to choose from. */
export const kycDataQuery = (customer: number) =>
  queryOptions({
    queryKey: customerKey(customer, 'kyc', 'data'),
    queryFn: () => unwrap(api.GET('/api/Hyperverges/getKYCData')),
  })

/**
 * The progress of the verification. Only the server has it, so the customer can continue on another device.
 */
export const completionQuery = (customer: number) =>
  queryOptions({
    queryKey: customerKey(customer, 'kyc', 'status'),
    queryFn: () => unwrap(api.GET('/api/Hyperverges/completionStatusV3')),
  })
