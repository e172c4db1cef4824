import type { components } from '#/api/schema'
import { sumRupees } from '#/shared/money'

/**
 * The parts of the deposit, in rupees. Held is what was paid, minus what was used, minus what will be
 * refunded; unused rent in advance (`unusedRent`) is refunded with the deposit. Held minus needed minus
 * inspected is free if positive, and missing if negative. `secured` is the part of the held deposit that the
 * items need.
 */
export function depositOf(data: components['schemas']['DepositSummary']) {
  const { amountPaid: paid, advanceReturned: unusedRent, refundOwed: returning } = data
  const {
    adjustmentPlusQcAmountPlusAmountRefunded: used,
    subscriptionDeposit: needed,
    beingInspected: inspected,
  } = data
  const held = sumRupees([paid, unusedRent, -used, -returning])
  const over = sumRupees([held, -needed, -inspected])
  return {
    paid,
    unusedRent,
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
