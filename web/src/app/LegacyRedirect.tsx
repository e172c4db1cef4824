import { Navigate, useLocation } from '@tanstack/react-router'
import { m } from '#/copy'
import { SpinnerBlock } from '#/ui/Spinner'
import { redirectTarget } from './guards/legacy'

/** An address without a page: a spinner for the moment that the way to the right one takes. */
export function LegacyRedirect() {
  const location = useLocation()
  const { to, search } = redirectTarget(location.pathname, location.search as Record<string, string>)
  return (
    <main id="content">
      <SpinnerBlock label={m.shell_redirecting()} className="min-h-dvh" />
      <Navigate to={to} search={search} replace />
    </main>
  )
}
