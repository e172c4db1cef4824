import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '#/copy'
import { b2bQuery } from '#/features/session/queries'
import { SectionError } from '#/ui/SectionError'
import { SpinnerBlock } from '#/ui/Spinner'
import { B2BNotice } from './B2BNotice'

/** Business customers get the notice and nothing else; nobody's dashboard loads before the answer is known. */
export function B2BGate({ children }: { children: ReactNode }) {
  const { data: isB2B, error, refetch, isFetching } = useQuery(b2bQuery)
  if (isB2B !== undefined) return isB2B ? <B2BNotice /> : children
  if (!error) return <SpinnerBlock label={m.shell_b2b_checking()} className="min-h-96" />
  return (
    <div className="py-10">
      <SectionError
        title={m.errors_section()}
        message={error.message}
        retryLabel={m.shell_retry()}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    </div>
  )
}
