import { type ReactNode, useEffect, useRef } from 'react'

/** Takes the focus when its panel appears, so that keyboard and screen reader users arrive there. */
export function PanelHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h2 ref={heading} tabIndex={-1} className="px-3 py-2 font-bold text-card">
      {children}
    </h2>
  )
}
