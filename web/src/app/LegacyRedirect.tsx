import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { m } from '#/copy'
import { SpinnerBlock } from '#/ui/Spinner'
import { redirectTarget } from './guards/legacy'

/**
 * A URL without a page: shows a spinner while it redirects to the right page.
 * The target is computed once, because this component already sees the next page's URL while that page loads.
 */
export function LegacyRedirect() {
  const location = useLocation()
  const navigate = useNavigate()
  const [target] = useState(() => redirectTarget(location.pathname, location.search as Record<string, string>))
  useEffect(() => void navigate({ ...target, replace: true }), [navigate, target])
  return (
    <main id="content">
      <SpinnerBlock label={m.app_redirecting()} className="min-h-dvh" />
    </main>
  )
}
