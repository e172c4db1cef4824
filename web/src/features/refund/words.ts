import { BANK, LEAST_PAYOUT, UPI, WALLET } from '#/api/refund-preference'
import type { components } from '#/api/schema'
import { m } from '#/copy'
import { formatRupees, sumRupees } from '#/shared/money'
import type { Settlement, StoredWay } from './calls'
import { maskedAccount } from './model'

type Line = components['schemas']['SettlementLine']

/** The name of a line of a settlement. A kind that this app does not know keeps the server's description. */
export function lineWords({ kind, name, isSince, description }: Line, wallet: string): string {
  const words: Record<string, () => string> = {
    deposit: () => m.refund_line_deposit({ item: name }),
    credit_note: m.refund_line_credit_note,
    offer: m.refund_line_offer,
    wallet: () => m.refund_line_wallet({ wallet }),
    advance: m.refund_line_advance,
    not_held: m.refund_line_not_held,
    rent: () => m.refund_line_rent({ invoice: name }),
    charges: () => m.refund_line_charges({ invoice: name }),
    late_fee: () => m.refund_line_late_fee({ invoice: name }),
  }
  const text = words[kind]?.() ?? description
  return isSince ? m.refund_line_since({ line: text }) : text
}

/** What is settled: the items, or where the money comes from. */
export function settlementTitle({ origin, lines }: Settlement, wallet: string): string {
  if (origin === 'credit_note') return m.refund_of_credit_note()
  if (origin === 'wallet') return m.refund_of_wallet({ wallet })
  if (origin === 'offer') return m.refund_of_offer()
  const items = lines.filter(({ kind }) => kind === 'deposit').map(({ name }) => name)
  const names = items.length > 2 ? m.refund_items({ first: items[0] ?? '', more: items.length - 1 }) : items.join(', ')
  return origin === 'transfer' ? m.refund_of_transfer({ items: names }) : m.refund_of_pickup({ items: names })
}

/** The state of a settlement, in a word or two. */
export function stateWord({ state, refund, isHeld }: Settlement): string {
  if (isHeld) return m.refund_state_held()
  if (state === 'paid' && refund === 0) return m.refund_state_nothing()
  const words = {
    inspecting: m.refund_state_inspecting,
    ready: m.refund_state_ready,
    paying: m.refund_state_paying,
    paid: m.refund_state_paid,
  }
  return words[state]()
}

/** What happens with the refund, and where it goes or went. */
export function refundText({ state, refund, refundPreference, paidTo }: Settlement, wallet: string): string {
  if (state === 'paid') {
    if (refund === 0) return m.refund_paid_nothing()
    if (refundPreference !== WALLET) return m.refund_paid_to({ payee: paidTo ?? '' })
    return refund < LEAST_PAYOUT ? m.refund_paid_wallet_small({ wallet }) : m.refund_paid_wallet({ wallet })
  }
  if (state === 'paying') return m.refund_paying_to({ payee: paidTo ?? '' })
  if (refundPreference === WALLET) return m.refund_wallet_text()
  return refundPreference === UPI ? m.refund_upi_text() : m.refund_bank_text()
}

/** The part of a refund that pays dues before the rest goes out (docs/rules.md R10). */
export function paysDueWords({ refund, paysDue }: Pick<Settlement, 'refund' | 'paysDue'>): string | undefined {
  if (paysDue <= 0) return undefined
  const rest = sumRupees([refund, -paysDue])
  return rest > 0
    ? m.refund_pays_due({ paid: formatRupees(paysDue), rest: formatRupees(rest) })
    : m.refund_pays_due_all()
}

/**
 * Where the deposit goes. If the payout details are gone, the text asks for a choice, as if there were none.
 */
export function wayWords({ preference, payee }: StoredWay, wallet: string): string {
  if (preference === WALLET) return m.refund_review_to_wallet({ wallet })
  if (preference === BANK && payee?.accountNumber)
    return m.refund_review_to_bank({ account: maskedAccount(payee.accountNumber) })
  if (preference === UPI && payee?.vpa) return m.refund_review_to_upi({ vpa: payee.vpa })
  return m.refund_review_open()
}
