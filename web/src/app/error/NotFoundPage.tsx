import { lazy, type ReactNode, Suspense } from 'react'
import { Boundary } from './Boundary'
import { ErrorInErrorPage } from './ErrorPage'
import { PagePending } from './PagePending'

const NotFoundContent = lazy(() => import('./NotFoundContent'))

/** A matched route without a page or content. */
export function NotFoundPage(): ReactNode {
  return (
    <Boundary place="not-found page" fallback={() => <ErrorInErrorPage />}>
      <Suspense fallback={<PagePending />}>
        <NotFoundContent />
      </Suspense>
    </Boundary>
  )
}
