import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { cx } from '#/shared/cx'
import { type ButtonLook, buttonClass } from './button-class'

type AnchorButtonProps = ComponentProps<'a'> & ButtonLook

/** A link to a page outside the app that looks like a button. */
export function AnchorButton({ variant, wide, compact, className, children, ...rest }: AnchorButtonProps) {
  return (
    <a {...rest} className={cx(buttonClass({ variant, wide, compact }), className)}>
      {children}
    </a>
  )
}

/** A link inside the app that looks like a button. Its target and search are type-checked. */
export const LinkButton = createLink(AnchorButton)
