import type { ErrorComponentProps } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { m } from '#/copy'
import { reportError } from '#/platform/reporter'
import { Boundary } from './Boundary'
import { PagePending } from './PagePending'
import { errorStatus } from './status'

const ErrorPageContent = lazy(() => import('./ErrorPageContent'))

/** What a route shows when it failed; a failure of this page itself has a last sentence of its own. */
export function ErrorPage(props: ErrorComponentProps): ReactNode {
  const { error } = props
  useEffect(() => reportError(error, { place: 'route', status: errorStatus(error) }), [error])
  return (
    <Boundary place="error page" fallback={() => <ErrorInErrorPage />}>
      <Suspense fallback={<PagePending />}>
        <ErrorPageContent {...props} />
      </Suspense>
    </Boundary>
  )
}

/** Plain on purpose: it must not need anything that could be the fault. */
export function ErrorInErrorPage() {
  return (
    <section className="mx-auto grid max-w-md justify-items-center gap-4 px-5 py-16 text-center">
      <h1 className="font-bold text-dialog">{m.errors_in_error_page()}</h1>
      <a href="/dashboard/home" className="font-semibold text-brand-ink underline">
        {m.errors_home()}
      </a>
    </section>
  )
}
