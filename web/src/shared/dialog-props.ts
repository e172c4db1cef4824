/** What every flow and dialog gets from the address and from its host. */
export interface DialogProps {
  /** requestStep, or paymentStep; absent on the first screen. */
  step?: string
  notInterested?: boolean
  onClose(): void
  onBack(): void
}
