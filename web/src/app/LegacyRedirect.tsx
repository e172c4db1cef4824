import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { m } from '#/copy'
import { SpinnerBlock } from '#/ui/Spinner'
import { redirectTarget } from './guards/legacy'

/**
 * An address without a page: a spinner for the moment that the way to the right one takes. The target is
 * worked out once: while the next page loads, this one already sees the next page's address.
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
