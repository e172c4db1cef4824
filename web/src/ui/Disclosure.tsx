import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#/shared/cx'

export interface DisclosureProps {
  summary: ReactNode
  children: ReactNode
  open?: boolean
  className?: string
}

/** A text that expands. It is the browser's own element, so find-in-page and keyboards work. */
export function Disclosure({ summary, children, open, className }: DisclosureProps) {
  return (
    <details open={open} className={cx('group', className)}>
      <summary className="flex min-h-11 list-none items-center justify-between gap-3 rounded-control font-semibold [&::-webkit-details-marker]:hidden">
        {summary}
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-muted transition-transform duration-120 group-open:rotate-180"
        />
      </summary>
      <div className="pt-2 pb-1">{children}</div>
    </details>
  )
}
