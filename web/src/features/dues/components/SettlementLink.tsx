import { type HistoryState, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface SettlementLinkProps {
  /** Which of the settlements comes first. */
  state?: HistoryState
  className: string
  children: ReactNode
}

/** Where a refund waits for the customer or is on its way: what to do about it, or to see. */
export function SettlementLink({ state, className, children }: SettlementLinkProps) {
  return (
    <Link
      to="."
      search={(search) => ({ ...search, showSettlement: 'true' as const })}
      state={state}
      className={className}
    >
      {children}
    </Link>
  )
}
