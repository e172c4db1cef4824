import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { m } from '#/copy'
import { b2bQuery } from '#/features/session/queries'
import { SectionError } from '#/ui/SectionError'
import { SpinnerBlock } from '#/ui/Spinner'

const B2BNotice = lazy(() => import('./B2BNotice'))

/** Business customers get the notice and nothing else; nobody's dashboard loads before the answer is known. */
export function B2BGate({ children }: { children: ReactNode }) {
  const { data: isB2B, error, refetch, isFetching } = useQuery(b2bQuery)
  if (isB2B !== undefined) return isB2B ? <Notice /> : children
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

function Notice() {
  return (
    <Suspense fallback={<SpinnerBlock label={m.shell_loading()} />}>
      <main id="content" tabIndex={-1}>
        <B2BNotice />
      </main>
    </Suspense>
  )
}
