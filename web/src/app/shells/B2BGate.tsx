import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { m } from '#/copy'
import { b2bQuery } from '#/features/session/queries'
import { Loaded } from '#/kit/Loaded'
import { SpinnerBlock } from '#/ui/Spinner'

const B2BNotice = lazy(() => import('./B2BNotice'))

/** Business customers get the notice and nothing else; nobody's dashboard loads before the answer is known. */
export function B2BGate({ children }: { children: ReactNode }) {
  const query = useQuery(b2bQuery)
  return (
    <Loaded query={query} pending={<SpinnerBlock label={m.shell_b2b_checking()} className="min-h-96" />}>
      {(isB2B) => (isB2B ? <Notice /> : children)}
    </Loaded>
  )
}

function Notice() {
  return (
    <Suspense fallback={<SpinnerBlock label={m.shell_loading()} />}>
      <main id="content" tabIndex={-1} className="pb-28">
        <B2BNotice />
      </main>
    </Suspense>
  )
}
