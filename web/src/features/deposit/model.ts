import { sumRupees } from '#/shared/money'
import type { DepositDetails } from './queries'

/**
 * The deposit in rupees: paid less used less what is to be paid back is held; held less needed less what is being
 * inspected is free or missing. `secured` is what of the held deposit the items need.
 */
export function depositParts(data: DepositDetails) {
  const { amountPaid: paid, subscriptionDeposit: needed, refundOwed: returning, beingInspected: inspected } = data
  const used = data.adjustmentPlusQcAmountPlusAmountRefunded
  const held = sumRupees([paid, -used, -returning])
  const over = sumRupees([held, -needed, -inspected])
  return {
    paid,
    used,
    returning,
    held,
    needed,
    inspected,
    secured: Math.max(0, Math.min(held, needed)),
    free: Math.max(0, over),
    missing: Math.max(0, -over),
  }
}
