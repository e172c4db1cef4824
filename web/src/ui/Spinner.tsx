import { cx } from '#/shared/cx'

export interface SpinnerProps {
  label: string
  className?: string
}

/** Says that something is in progress. Screen readers read `label`. */
export function Spinner({ label, className }: SpinnerProps) {
  return (
    <span role="status" className={cx('inline-flex', className)}>
      <span
        aria-hidden="true"
        aria-busy="true"
        className="spinner size-6 animate-spin rounded-full border-3 border-line border-t-brand"
      />
      <span className="visually-hidden">{label}</span>
    </span>
  )
}

/** A spinner in the middle of the space that its content will take. */
export function SpinnerBlock({ label, className }: SpinnerProps) {
  return (
    <div className={cx('grid min-h-48 place-items-center', className)}>
      <Spinner label={label} />
    </div>
  )
}
