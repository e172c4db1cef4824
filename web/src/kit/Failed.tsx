import { m } from '#/copy'
import { Button, type ButtonProps } from '#/ui/Button'
import { Notice } from '#/ui/Notice'

export interface FailedProps {
  /** What could not be loaded, if the default title says too little. */
  title?: string
  /** The reason, in words for a customer. */
  message: string
  busy?: boolean
  onRetry(): void
}

/** Says that one part of a screen could not be loaded. The rest of the screen still works. */
export function Failed({ title = m.kit_part_failed(), message, busy, onRetry }: FailedProps) {
  return (
    <Notice tone="danger" title={title} action={<Retry compact busy={busy} onClick={onRetry} />}>
      {message}
    </Notice>
  )
}

/** The one button that tries again. */
export function Retry(props: ButtonProps) {
  return (
    <Button variant="secondary" {...props}>
      {m.kit_retry()}
    </Button>
  )
}
