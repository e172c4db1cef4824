import type { ActiveStatus } from '#/api/active-status'
import { sumRupees } from '#/shared/money'
import type { IncomingTransfer } from './queries'

/** Whether the transfer waits for an answer, or for the steps after accepting. */
export function isLive({ status }: IncomingTransfer): boolean {
  return status === 'raised' || status === 'in_progress'
}

/** The transfers shown above a list of requests with that status. */
export function ofStatus(transfers: IncomingTransfer[], activeStatus: ActiveStatus | undefined): IncomingTransfer[] {
  return activeStatus ? transfers.filter((transfer) => String(isLive(transfer)) === activeStatus) : transfers
}

/** Rupees a month for the items, without GST. */
export function rentOf({ items }: IncomingTransfer): number {
  return sumRupees(items.map(({ rent }) => rent))
}
