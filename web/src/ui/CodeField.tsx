import { type ComponentProps, useId } from 'react'
import { cx } from '#/shared/cx'
import { controlClass, type FieldProps, FieldShell, fieldIds } from './Field'

export type CodeFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
    length: number
    value: string
    onValueChange(digits: string): void
  }

/** A one-time code in a single field, so that paste, autofill from an SMS and screen readers work. */
export function CodeField(props: CodeFieldProps) {
  const { label, hint, error, optionalText, length, value, onValueChange, ...input } = props
  const made = useId()
  const id = input.id ?? made
  const { describedBy, invalid } = fieldIds(id, { label, hint, error })
  return (
    <FieldShell id={id} label={label} hint={hint} error={error} optionalText={optionalText}>
      <input
        {...input}
        id={id}
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern={`[0-9]{${length}}`}
        value={value}
        onChange={(event) => onValueChange(event.target.value.replace(/\D/g, '').slice(0, length))}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        className={cx(controlClass, 'tabular min-h-14 text-center text-dialog font-semibold tracking-[0.4em]')}
      />
    </FieldShell>
  )
}
