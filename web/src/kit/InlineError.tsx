import type { ReactNode } from 'react'
import { Notice } from '#/ui/Notice'

interface InlineErrorProps {
  /** The reason. Without one, nothing is shown. */
  children?: ReactNode
  /** One thing to do about it. */
  action?: ReactNode
  className?: string
}

/** Says why something is not done, next to where it can be fixed. For calls to send again, use `ActionError`. */
export function InlineError({ children, ...rest }: InlineErrorProps) {
  return children ? (
    <Notice tone="danger" {...rest}>
      {children}
    </Notice>
  ) : null
}
