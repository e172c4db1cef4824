import { cx } from '#/shared/cx'

/** A grey placeholder for content. Screen readers do not see it, so pair it with a labelled status. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" aria-busy="true" className={cx('block animate-pulse rounded-chip bg-sunken', className)} />
  )
}

export interface SkeletonListProps {
  label: string
  rows?: number
}

/** Placeholder rows of the size that a list will have. */
export function SkeletonList({ label, rows = 3 }: SkeletonListProps) {
  return (
    <div role="status" className="grid gap-3">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical grey rows have no other identity
        <div key={row} className="flex items-center gap-4 rounded-row bg-surface p-4">
          <Skeleton className="size-14" />
          <span className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-3.5 w-1/3" />
          </span>
        </div>
      ))}
    </div>
  )
}
