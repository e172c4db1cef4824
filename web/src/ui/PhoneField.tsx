import { type ComponentProps, useId } from 'react'
import { cx } from '#/shared/cx'
import { COUNTRY_PREFIX, normaliseMobile } from '#/shared/phone'
import { controlClass, type FieldProps, FieldShell, fieldIds } from './Field'

export type PhoneFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'value' | 'onChange'> & { value: string; onValueChange(digits: string): void }

/**
 * An Indian mobile number. The prefix is fixed. A pasted +91 or leading zero is removed.
 * Extra digits are rejected.
 */
export function PhoneField({ label, hint, error, optionalText, value, onValueChange, ...input }: PhoneFieldProps) {
  const made = useId()
  const id = input.id ?? made
  const { describedBy, invalid } = fieldIds(id, { label, hint, error })
  return (
    <FieldShell id={id} label={label} hint={hint} error={error} optionalText={optionalText}>
      <span className="relative block">
        <span aria-hidden="true" className="absolute inset-y-0 left-4 grid place-items-center font-semibold text-muted">
          {COUNTRY_PREFIX}
        </span>
        <input
          autoComplete="tel-national"
          {...input}
          id={id}
          type="tel"
          inputMode="numeric"
          value={value}
          onChange={(event) => onValueChange(normaliseMobile(event.target.value))}
          aria-invalid={invalid}
          aria-describedby={describedBy}
          className={cx(controlClass, 'tabular pl-14')}
        />
      </span>
    </FieldShell>
  )
}
