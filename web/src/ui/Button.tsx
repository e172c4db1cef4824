import { type ComponentProps, type MouseEvent, useId } from 'react'
import { cx } from '#/shared/cx'
import { type ButtonLook, buttonClass } from './button-class'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'>, ButtonLook {
  disabled?: boolean
  /** Shown beside the button and read out with it while the button is disabled. */
  disabledReason?: string
  /** The action is running. The button keeps its focus and width, and ignores presses. */
  busy?: boolean
}

export function Button(props: ButtonProps) {
  const { variant, wide, compact, busy = false, disabled = false, disabledReason, className, children, ...rest } = props
  const reasonId = useId()
  const explain = disabled && disabledReason
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else rest.onClick?.(event)
  }
  return (
    <>
      <button
        type="button"
        {...rest}
        onClick={press}
        disabled={disabled}
        aria-disabled={busy || undefined}
        aria-busy={busy || undefined}
        aria-describedby={explain ? reasonId : rest['aria-describedby']}
        className={cx(buttonClass({ variant, wide, compact }), className)}
      >
        {busy && (
          <span
            aria-hidden="true"
            className="spinner size-5 animate-spin rounded-full border-2 border-current border-t-transparent"
          />
        )}
        {children}
      </button>
      {explain && (
        <span id={reasonId} className="text-center text-muted text-support">
          {disabledReason}
        </span>
      )}
    </>
  )
}
