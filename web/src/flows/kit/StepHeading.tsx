import { type ReactNode, useEffect, useRef } from 'react'

/** The heading of a step. It takes the focus, so that screen readers read it first. */
export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // A dialog above this one keeps the focus, for example when a URL opened both.
    const above = [...document.querySelectorAll('[role=dialog]')].at(-1)
    if (!above || above.contains(heading.current)) heading.current?.focus({ preventScroll: true })
    // The previous screen may have been scrolled far down.
    // The browser keeps that position until the new screen is laid out.
    const toTop = () => heading.current?.scrollIntoView({ block: 'start' })
    toTop()
    let next = window.requestAnimationFrame(() => {
      next = window.requestAnimationFrame(toTop)
    })
    return () => window.cancelAnimationFrame(next)
  }, [])
  // In a low window the dialog's header scrolls too. The scroll margin keeps the header in sight.
  return (
    <h3 ref={heading} tabIndex={-1} className="low:scroll-mt-40 pb-4 font-bold text-card outline-none">
      {children}
    </h3>
  )
}
