export interface ProgressBarProps {
  /** What is in progress. */
  label: string
  /** From 0 to 100. The caller also shows it as text next to the bar. */
  percent: number
}

/** Shows the progress of an upload or a process. */
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
