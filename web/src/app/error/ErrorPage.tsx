import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { m } from '#/copy'
import { reportError } from '#/platform/reporter'
import { CloudOffArt } from '#/ui/art/CloudOffArt'
import { Button } from '#/ui/Button'
import { buttonClass } from '#/ui/button-class'
import { Boundary } from './Boundary'
import { NotFoundPage } from './NotFoundPage'
import { errorMessage, errorStatus } from './status'

/** What a route shows when it failed; a failure of this page itself has a last sentence of its own. */
export function ErrorPage(props: ErrorComponentProps): ReactNode {
  return (
    <Boundary place="error page" fallback={() => <ErrorInErrorPage />}>
      <ErrorPageContent {...props} />
    </Boundary>
  )
}

function ErrorPageContent({ error }: ErrorComponentProps) {
  const router = useRouter()
  const status = errorStatus(error)
  useEffect(() => reportError(error, { place: 'route', status }), [error, status])
  if (status === 404) return <NotFoundPage />
  return (
    <section className="mx-auto grid max-w-md justify-items-center gap-4 px-5 py-16 text-center">
      <CloudOffArt />
      <p className="text-subtle text-support">{m.errors_status({ status })}</p>
      <h1 className="font-bold text-page">{errorMessage(error) ?? m.errors_title()}</h1>
      <p className="text-muted">{m.errors_text()}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={() => void router.invalidate()}>{m.shell_retry()}</Button>
        <Link to="/home" className={buttonClass({ variant: 'secondary' })}>
          {m.errors_home()}
        </Link>
      </div>
    </section>
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
