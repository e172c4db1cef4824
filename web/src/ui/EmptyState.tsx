import type { ReactNode } from 'react'

export interface EmptyStateProps {
  /** A drawing from ui/art. */
  art?: ReactNode
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** Set this if the empty state is the whole page, which needs a heading. */
  as?: 'h1' | 'h2' | 'p'
}

/** Says what will appear here, and offers one action. */
export function EmptyState({ art, title, children, action, as: Title = 'p' }: EmptyStateProps) {
  return (
    <div data-empty-state="" className="grid justify-items-center gap-3 px-4 py-10 text-center">
      {art}
      <Title className="max-w-md text-card font-semibold">{title}</Title>
      {children && <div className="max-w-md text-support text-muted">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}
