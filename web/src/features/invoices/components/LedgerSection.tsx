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
  children(ledgers: components['schemas']['Ledgers']): ReactNode
}

/** What the children make of invoices and payments, once they are there. */
export function LedgerSection({ label, failed, children }: LedgerSectionProps) {
  return (
    <Loaded
      query={useQuery(ledgersQuery(useCustomerId()))}
      pending={<SkeletonList label={label} />}
      age={age}
      failed={failed}
    >
      {children}
    </Loaded>
  )
}
