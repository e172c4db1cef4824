import { type HistoryState, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface SettlementLinkProps {
  /** Which settlement is shown first. */
  state?: HistoryState
  className: string
  children: ReactNode
}

/** A link to the settlements, for a refund that waits for the customer or is being paid. */
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
