import { late } from '#/kit/Late'
import { ErrorInErrorPage } from './ErrorPage'
import { PagePending } from './PagePending'

/** A matched route without a page or content. */
export const NotFoundPage = late<object>('not-found page', () => import('./NotFoundContent'), {
  pending: <PagePending />,
  failed: () => <ErrorInErrorPage />,
})
