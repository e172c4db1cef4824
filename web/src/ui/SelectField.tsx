import { ChevronDown } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import { cx } from '#/shared/cx'
import { controlClass, type FieldProps, FieldShell, fieldIds } from './Field'

export interface SelectOption {
  value: string
  label: string
}

export type SelectFieldProps = FieldProps & ComponentProps<'select'> & { options: SelectOption[]; placeholder?: string }

/** The browser's own select, which works on every phone and with every screen reader. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, optionalText, options, placeholder, className, ...select } = props
  const made = useId()
  const id = select.id ?? made
  const { describedBy, invalid } = fieldIds(id, { label, hint, error })
  return (
    <FieldShell id={id} label={label} hint={hint} error={error} optionalText={optionalText}>
      <span className="relative block">
        <select
          {...select}
          id={id}
          aria-invalid={invalid ?? select['aria-invalid']}
          aria-describedby={describedBy}
          className={cx(controlClass, 'appearance-none pr-11', className)}
        >
          {placeholder && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden="true" className="pointer-events-none absolute top-3.5 right-3.5 size-5 text-muted" />
      </span>
    </FieldShell>
  )
}
