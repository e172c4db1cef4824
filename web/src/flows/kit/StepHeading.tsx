import { type ReactNode, useEffect, useRef } from 'react'

/** What a step is about; whoever comes to it hears this first. */
export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // What lies above it, as when both are opened by an address, keeps the focus.
    const above = [...document.querySelectorAll('[role=dialog]')].at(-1)
    if (!above || above.contains(heading.current)) heading.current?.focus({ preventScroll: true })
    // The screen before may have been left far down; the browser keeps that place until the new one is laid out.
    const toTop = () => heading.current?.scrollIntoView({ block: 'start' })
    toTop()
    let next = window.requestAnimationFrame(() => {
      next = window.requestAnimationFrame(toTop)
    })
    return () => window.cancelAnimationFrame(next)
  }, [])
  // In a low window the dialog's header scrolls too; the margin keeps it in sight.
  return (
    <h3 ref={heading} tabIndex={-1} className="low:scroll-mt-40 pb-4 font-bold text-card outline-none">
      {children}
    </h3>
  )
}
