import type { ReactNode } from 'react'
import { Notice } from '#/ui/Notice'

interface WhyNotProps {
  /** Without a reason there is nothing to say. */
  children?: ReactNode
  /** One thing to do about it. */
  action?: ReactNode
  className?: string
}

/** Why something is not done, beside where it can be mended. For an error of a call that can be sent again there is `NotDone`. */
export function WhyNot({ children, ...rest }: WhyNotProps) {
  return children ? (
    <Notice tone="danger" {...rest}>
      {children}
    </Notice>
  ) : null
}
