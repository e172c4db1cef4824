import { m } from '#/copy'
import type { WalletRow } from './queries'

type Moved = Pick<WalletRow, 'kind' | 'reference' | 'description'>

/** The name of a movement. A kind that this app does not know keeps the ledger's description. */
export function movementWords({ kind, reference, description }: Moved, wallet: string): string {
  const words: Partial<Record<Moved['kind'], () => string>> = {
    deposit: m.deposit_moved_deposit,
    payment: m.deposit_moved_payment,
    overpaid: m.deposit_moved_overpaid,
    dues: m.deposit_moved_dues,
    credit_note: () => m.deposit_moved_credit_note({ number: reference ?? '' }),
    gift: m.deposit_moved_gift,
    payout: m.deposit_moved_payout,
    refund: m.deposit_moved_refund,
    to_wallet: () => m.deposit_moved_to_wallet({ wallet }),
    refund_sent: m.deposit_moved_sent,
    refund_back: m.deposit_moved_back,
    advance: m.deposit_moved_advance,
  }
  return words[kind]?.() ?? description
}
