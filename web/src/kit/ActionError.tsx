import type { ReactNode } from 'react'
import { NetworkError } from '#/api/errors'
import { Notice } from '#/ui/Notice'
import { RetryButton } from './LoadError'

interface ActionErrorProps {
  error: Error | null
  /** What could not be done, if the default words say too little. */
  title?: string
  /** One thing to do about a refusal. */
  action?: ReactNode
  busy?: boolean
  onRetry(): void
}

/** Says why something was not done. If no answer came, the same request can be sent again. */
export function ActionError({ error, title, action, busy, onRetry }: ActionErrorProps) {
  if (!error) return null
  const again = error instanceof NetworkError && <RetryButton compact busy={busy} onClick={onRetry} />
  return (
    <Notice tone="danger" title={title} action={again || action}>
      {error.message}
    </Notice>
  )
}
