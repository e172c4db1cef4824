declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What the settlements were opened from, where it was no banner: the deposit's statement, the wallet, what is being inspected. */
    settlementFrom?: 'statement' | 'wallet' | 'inspection'
    /** The settlement that is shown first. */
    settlementId?: number
    /** The transfer for which an address is added, by its ticket id, and the city of its items. */
    addressFor?: { ticketId: string; city: string }
  }
}

/** What every flow and dialog gets from the address and from its host. */
export interface DialogProps {
  /** requestStep, or paymentStep; absent on the first screen. */
  step?: string
  notInterested?: boolean
  /** What was below it goes on once it is done with: one step back leads there. */
  returns?: boolean
  onClose(): void
  onBack(): void
}
