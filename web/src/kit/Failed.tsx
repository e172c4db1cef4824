import { m } from '#/copy'
import { Button, type ButtonProps } from '#/ui/Button'
import { Notice } from '#/ui/Notice'

export interface FailedProps {
  /** What could not be loaded, where the usual words say too little. */
  title?: string
  /** Why, in words for a person. */
  message: string
  busy?: boolean
  onRetry(): void
}

/** One part of a screen could not be loaded; the rest of it still works. */
export function Failed({ title = m.kit_part_failed(), message, busy, onRetry }: FailedProps) {
  return (
    <Notice tone="danger" title={title} action={<Retry compact busy={busy} onClick={onRetry} />}>
      {message}
    </Notice>
  )
}

/** The one button that asks again. */
export function Retry(props: ButtonProps) {
  return (
    <Button variant="secondary" {...props}>
      {m.kit_retry()}
    </Button>
  )
}
