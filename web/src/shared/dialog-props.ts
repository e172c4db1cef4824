declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The settlement was opened from the deposit's statement, not from a banner. */
    settlementFrom?: 'statement' | 'wallet'
    /** The settlement that is shown first. */
    settlementId?: number
  }
}

/** What every flow and dialog gets from the address and from its host. */
export interface DialogProps {
  /** requestStep, or paymentStep; absent on the first screen. */
  step?: string
  notInterested?: boolean
  onClose(): void
  onBack(): void
}
