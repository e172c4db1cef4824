import { type ComponentProps, useId } from 'react'
import { cx } from '#/shared/cx'
import { controlClass, type FieldProps, FieldShell, fieldIds } from './Field'

export type TextAreaProps = FieldProps & ComponentProps<'textarea'>

export function TextArea({ label, hint, error, optionalText, className, ...area }: TextAreaProps) {
  const made = useId()
  const id = area.id ?? made
  const { describedBy, invalid } = fieldIds(id, { label, hint, error })
  return (
    <FieldShell id={id} label={label} hint={hint} error={error} optionalText={optionalText}>
      <textarea
        rows={4}
        {...area}
        id={id}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        className={cx(controlClass, 'py-3', className)}
      />
    </FieldShell>
  )
}
