import { sumRupees } from '#/shared/money'
import type { DepositDetails } from './queries'

/**
 * The parts of the deposit, in rupees. Held is what was paid, minus what was used, minus what will be
 * refunded. Held minus needed minus inspected is free if positive, and missing if negative. `secured` is the
 * part of the held deposit that the items need.
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
