import { m } from '#/copy'
import { Button, type ButtonProps } from '#/ui/Button'
import { Notice } from '#/ui/Notice'

export interface LoadErrorProps {
  /** What could not be loaded, if the default title says too little. */
  title?: string
  /** The reason, in words for a customer. */
  message: string
  busy?: boolean
  onRetry(): void
}

/** Says that one part of a screen could not be loaded. The rest of the screen still works. */
export function LoadError({ title = m.kit_part_failed(), message, busy, onRetry }: LoadErrorProps) {
  return (
    <Notice tone="danger" title={title} action={<RetryButton compact busy={busy} onClick={onRetry} />}>
      {message}
    </Notice>
  )
}

/** The one button that tries again. */
export function RetryButton(props: ButtonProps) {
  return (
    <Button variant="secondary" {...props}>
      {m.kit_retry()}
    </Button>
  )
}
