import type { ReactNode } from 'react'
import { NetworkError } from '#/api/errors'
import { Notice } from '#/ui/Notice'
import { Retry } from './Failed'

interface NotDoneProps {
  error: Error | null
  /** What could not be done, where the usual words say too little. */
  title?: string
  /** One thing to do about a refusal. */
  action?: ReactNode
  busy?: boolean
  onRetry(): void
}

/** Why something was not done. Where no answer came, the same can be sent once more. */
export function NotDone({ error, title, action, busy, onRetry }: NotDoneProps) {
  if (!error) return null
  const again = error instanceof NetworkError && <Retry compact busy={busy} onClick={onRetry} />
  return (
    <Notice tone="danger" title={title} action={again || action}>
      {error.message}
    </Notice>
  )
}
