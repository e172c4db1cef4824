import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCustomerId } from '#/api/customer'
import type { components } from '#/api/schema'
import { dataAge } from '#/kit/DataAge'
import { QueryContent } from '#/kit/QueryContent'
import { SkeletonList } from '#/ui/Skeleton'
import { ledgersQuery } from '../queries'

interface LedgerSectionProps {
  /** The name of what is loading, for screen readers. */
  label: string
  /** The name of what could not be loaded. */
  failed: string
  /** Something above is still loading. Showing the content now would mean that it is pushed down later. */
  waits?: boolean
  children(ledgers: components['schemas']['Ledgers']): ReactNode
}

/** Renders its children with the customer's invoices and payments, once they are loaded. */
export function LedgerSection({ label, failed, waits = false, children }: LedgerSectionProps) {
  const query = useQuery(ledgersQuery(useCustomerId()))
  const pending = <SkeletonList label={label} />
  if (waits) return pending
  return (
    <QueryContent query={query} pending={pending} age={dataAge} failed={failed}>
      {children}
    </QueryContent>
  )
}
