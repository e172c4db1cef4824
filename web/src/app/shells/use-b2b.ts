import { useQuery } from '@tanstack/react-query'
import { useCustomerId } from '#/api/customer'
import { b2bQuery } from '#/features/session/queries'

/** Whether this is a business customer. It is true only once the server has said so. */
export function useIsB2B(): boolean {
  return useQuery(b2bQuery(useCustomerId())).data === true
}

/** Whether the ordinary dashboard may load, because the server has answered the B2B check with no. */
export function useIsCustomer(): boolean {
  return useQuery(b2bQuery(useCustomerId())).data === false
}
