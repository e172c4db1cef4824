import type { ReactNode } from 'react'

const focus = (heading: HTMLElement | null) => heading?.focus()

/** Takes the focus when its panel appears, so that keyboard and screen reader users arrive there. */
export function PanelHeading({ children }: { children: ReactNode }) {
  return (
    <h2 ref={focus} tabIndex={-1} className="px-3 py-2 font-bold text-card">
      {children}
    </h2>
  )
}
