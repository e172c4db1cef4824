import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { components } from '#/api/schema'
import { age } from '#/kit/Age'
import { Loaded } from '#/kit/Loaded'
import { SkeletonList } from '#/ui/Skeleton'
import { ledgersQuery } from '../queries'

interface LedgerSectionProps {
  /** What is loading, for screen readers. */
  label: string
  children(ledgers: components['schemas']['Ledgers']): ReactNode
}

/** What the children make of invoices and payments, once they are there. */
export function LedgerSection({ label, children }: LedgerSectionProps) {
  return (
    <Loaded query={useQuery(ledgersQuery)} pending={<SkeletonList label={label} />} age={age}>
      {children}
    </Loaded>
  )
}
