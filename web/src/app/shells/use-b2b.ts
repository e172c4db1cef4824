import { useQuery } from '@tanstack/react-query'
import { useCustomerId } from '#/api/customer'
import { b2bQuery } from '#/features/session/queries'

/** True only once the server has said so. */
export function useIsB2B(): boolean {
  return useQuery(b2bQuery(useCustomerId())).data === true
}

/** The ordinary dashboard may load: the check has been answered with no. */
export function useIsCustomer(): boolean {
  return useQuery(b2bQuery(useCustomerId())).data === false
}
