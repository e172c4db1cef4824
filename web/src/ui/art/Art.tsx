import type { ReactNode } from 'react'

/**
 * The style of all drawings: one ink line, one flat soft shape, at most one marigold detail.
 * Screen readers do not see them.
 */
export function Art({ children }: { children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 160 120"
      width="160"
      height="120"
      fill="none"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="stroke-ink"
    >
      {children}
    </svg>
  )
}
