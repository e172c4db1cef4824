import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { components } from '#/api/schema'
import { m } from '#/copy'
import { SectionError } from '#/ui/SectionError'
import { SkeletonList } from '#/ui/Skeleton'
import { ledgersQuery } from '../queries'

interface LedgerSectionProps {
  /** What is loading, for screen readers. */
  label: string
  children(ledgers: components['schemas']['Ledgers']): ReactNode
}

/** Loading, error with retry, or what the children make of invoices and payments. */
export function LedgerSection({ label, children }: LedgerSectionProps) {
  const { data, error, isFetching, refetch } = useQuery(ledgersQuery)
  if (data) return children(data)
  if (!error) return <SkeletonList label={label} />
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
