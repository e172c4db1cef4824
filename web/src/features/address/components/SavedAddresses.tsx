import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { addressesQuery } from '#/api/addresses'
import { useCustomerId } from '#/api/customer'
import { m } from '#/copy'
import { dataAge } from '#/kit/DataAge'
import { QueryContent } from '#/kit/QueryContent'
import { SkeletonList } from '#/ui/Skeleton'
import type { Address } from '../model'

/** Loads the saved addresses. Until they are there, it shows that they are loading or failed to load. */
export function SavedAddresses({ children }: { children(addresses: Address[]): ReactNode }) {
  const query = useQuery(addressesQuery(useCustomerId()))
  return (
    <QueryContent
      query={query}
      pending={<SkeletonList label={m.address_loading()} rows={2} />}
      age={dataAge}
      failed={m.address_list_failed()}
    >
      {children}
    </QueryContent>
  )
}
