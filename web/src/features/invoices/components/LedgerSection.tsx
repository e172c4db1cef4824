import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCustomerId } from '#/api/customer'
import type { components } from '#/api/schema'
import { age } from '#/kit/Age'
import { Loaded } from '#/kit/Loaded'
import { SkeletonList } from '#/ui/Skeleton'
import { ledgersQuery } from '../queries'

interface LedgerSectionProps {
  /** What is loading, for screen readers. */
  label: string
  /** Names what could not be loaded. */
  failed: string
  /** What stands above is still to come, and would push down what is read. */
  waits?: boolean
  children(ledgers: components['schemas']['Ledgers']): ReactNode
}

/** What the children make of invoices and payments, once they are there. */
export function LedgerSection({ label, failed, waits = false, children }: LedgerSectionProps) {
  const query = useQuery(ledgersQuery(useCustomerId()))
  const pending = <SkeletonList label={label} />
  if (waits) return pending
  return (
    <Loaded query={query} pending={pending} age={age} failed={failed}>
      {children}
    </Loaded>
  )
}
