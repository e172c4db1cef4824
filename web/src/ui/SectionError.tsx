import { Button } from './Button'
import { Notice } from './Notice'

export interface SectionErrorProps {
  title: string
  message: string
  retryLabel: string
  onRetry(): void
  busy?: boolean
}

/** One section failed; the rest of the page still works. */
export function SectionError({ title, message, retryLabel, onRetry, busy }: SectionErrorProps) {
  const retry = (
    <Button variant="secondary" compact busy={busy} onClick={onRetry}>
      {retryLabel}
    </Button>
  )
  return (
    <Notice tone="danger" title={title} action={retry}>
      {message}
    </Notice>
  )
}
