declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Where the settlements were opened from, unless it was a banner. `statement` is that of the deposit. */
    settlementFrom?: 'statement' | 'wallet' | 'inspection'
    /** The id of the settlement that is shown first. */
    settlementId?: number
    /** The transfer for which an address is added: its ticket id, and the city of its items. */
    addressFor?: { ticketId: string; city: string }
  }
}

/** The props that every flow and dialog gets from the URL and from its host. */
export interface DialogProps {
  /** requestStep or paymentStep. It is absent on the first screen. */
  step?: string
  notInterested?: boolean
  /** The flow below this dialog continues when the dialog is done. One step back leads there. */
  returns?: boolean
  onClose(): void
  onBack(): void
}
