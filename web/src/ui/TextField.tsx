import { type ComponentProps, useId } from 'react'
import { cx } from '#/shared/cx'
import { controlClass, type FieldProps, FieldShell, fieldIds } from './Field'

export type TextFieldProps = FieldProps & ComponentProps<'input'>

export function TextField({ label, hint, error, optionalText, className, ...input }: TextFieldProps) {
  const made = useId()
  const id = input.id ?? made
  const { describedBy, invalid } = fieldIds(id, { label, hint, error })
  return (
    <FieldShell id={id} label={label} hint={hint} error={error} optionalText={optionalText}>
      <input
        {...input}
        id={id}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        className={cx(controlClass, className)}
      />
    </FieldShell>
  )
}
