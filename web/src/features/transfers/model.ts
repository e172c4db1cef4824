import type { ActiveStatus } from '#/api/active-status'
import { sumRupees } from '#/shared/money'
import type { IncomingTransfer } from './queries'

/** Waits for the receiver, or for what is left after accepting. */
export function isLive({ status }: IncomingTransfer): boolean {
  return status === 'raised' || status === 'in_progress'
}

/** The transfers that a list of requests of that status has on top. */
export function ofStatus(transfers: IncomingTransfer[], activeStatus: ActiveStatus | undefined): IncomingTransfer[] {
  return activeStatus ? transfers.filter((transfer) => String(isLive(transfer)) === activeStatus) : transfers
}

/** What the items cost a month, without GST. */
export function rentOf({ items }: IncomingTransfer): number {
  return sumRupees(items.map(({ rent }) => rent))
}
