import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { addressesQuery } from '#/api/addresses'
import { m } from '#/copy'
import { useSessionUser } from '#/platform/session'
import { SectionError } from '#/ui/SectionError'
import { SkeletonList } from '#/ui/Skeleton'
import { type Address, addressText } from '../model'

/** Reads the saved addresses, and shows how that goes until they are there. */
export function SavedAddresses({ children }: { children(addresses: Address[]): ReactNode }) {
  const { data, error, isFetching, refetch } = useQuery(addressesQuery(useSessionUser()?.id ?? 0))
  if (data) return children(data)
  if (!error) return <SkeletonList label={m.address_loading()} rows={2} />
  return (
    <SectionError
      title={m.errors_section()}
      message={error.message}
      retryLabel={m.shell_retry()}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  )
}

/** The line, and the second mobile below it. */
export function AddressText({ address }: { address: Address }) {
  const { line, mobile } = addressText(address)
  return (
    <>
      {line}
      {mobile && (
        <>
          <br />
          {mobile}
        </>
      )}
    </>
  )
}
