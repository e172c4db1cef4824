export interface ProgressBarProps {
  /** What comes along. */
  label: string
  /** 0 to 100; it stands in words beside the bar. */
  percent: number
}

/** How far something is. */
export function ProgressBar({ label, percent }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="overflow-hidden rounded-full border border-line bg-sunken"
    >
      <svg aria-hidden="true" className="block h-2 w-full">
        <rect width={`${percent}%`} height="100%" className="fill-brand" />
      </svg>
    </div>
  )
}
