import { m } from '#/copy'

export const RING_RADIUS = 45
const CIRCUMFERENCE = 2 * Math.PI * RING_RADIUS

/** The progress of a relocation, as a ring and in words. */
export function ProgressRing({ percent }: { percent: number }) {
  return (
    <div className="flex items-center gap-3">
      <span className="relative grid size-[3.75rem] place-items-center low:size-[2.75rem]">
        <svg
          aria-hidden="true"
          viewBox="0 0 100 100"
          className="-rotate-90 absolute inset-0"
          fill="none"
          strokeWidth="9"
        >
          <circle cx="50" cy="50" r={RING_RADIUS} className="stroke-sunken" />
          <circle
            cx="50"
            cy="50"
            r={RING_RADIUS}
            className="stroke-brand"
            strokeLinecap="round"
            strokeDasharray={CIRCUMFERENCE}
            strokeDashoffset={CIRCUMFERENCE * (1 - percent / 100)}
          />
        </svg>
        <span className="font-bold text-support">{percent}%</span>
      </span>
      <span className="text-muted text-support">{m.flows_completed()}</span>
    </div>
  )
}
