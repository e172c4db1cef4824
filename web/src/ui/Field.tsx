import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

export interface FieldProps {
  label: string
  hint?: ReactNode
  /** Shown below the control and announced. Empty means valid. */
  error?: string
  /** Added to the label if the answer is optional. */
  optionalText?: string
}

interface FieldShellProps extends FieldProps {
  id: string
  children: ReactNode
}

export function fieldIds(id: string, { hint, error }: FieldProps) {
  const parts = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean)
  return { describedBy: parts.join(' ') || undefined, invalid: error ? true : undefined }
}

export const controlClass =
  'min-h-12 w-full rounded-control border-[1.5px] border-control bg-surface px-4 text-body text-ink placeholder:text-subtle [&[readonly]]:bg-sunken disabled:bg-sunken disabled:text-subtle aria-invalid:border-danger'

/** The label, control, hint and error of a field. */
export function FieldShell({ id, label, hint, error, optionalText, children }: FieldShellProps) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-support font-semibold text-ink">
        {label}
        {optionalText && <span className="font-normal text-subtle"> {optionalText}</span>}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-label text-subtle">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

/** The error of a field or of a group of choices. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="flex gap-1.5 text-label font-semibold text-danger-ink">
      <CircleAlert aria-hidden="true" className="size-4.5 shrink-0" />
      {children}
    </p>
  )
}
