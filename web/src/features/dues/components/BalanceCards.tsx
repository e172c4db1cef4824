import { type HistoryState, Link } from '@tanstack/react-router'
import { PiggyBank, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAppConfig } from '#/api/config'
import type { DashboardData } from '#/api/dashboard'
import { m } from '#/copy'
import { late } from '#/kit/Late'
import { formatRupees } from '#/shared/money'
import { Amount } from '#/ui/Amount'
import { depositOf, exact } from '../model'

// Few people wait for one, and nobody else loads its words.
const PayoutsUnderWay = late('payouts', () => import('./PayoutsUnderWay'), { pending: <span className="block h-16" /> })

/** What the customer has with us: the deposit and the wallet, each with its statement. */
export function BalanceCards({ data }: { data: DashboardData }) {
  const { walletName } = useAppConfig()
  const deposit = depositOf(data.depositDetails)
  const { readyRefund: ready } = data
  const choice = ready.count > 0 && ready.refundPreference === 0
  return (
    <section aria-label={m.dues_balances()} className="grid gap-3 help:grid-cols-2 desktop:grid-cols-1">
      <BalanceCard
        icon={<PiggyBank aria-hidden="true" className="size-6" />}
        label={m.dues_deposit_held()}
        amount={deposit.held}
        note={depositNote(deposit, choice, ready)}
        links={[
          choice ? { words: m.dues_refund_choose() } : enterAgain(ready.heldOfDeposit),
          deposit.inspected > 0 && { words: m.dues_inspection_see(), state: { settlementFrom: 'inspection' } },
        ]}
        tab="deposit"
      />
      <BalanceCard
        icon={<Wallet aria-hidden="true" className="size-6" />}
        label={m.dues_wallet({ wallet: walletName })}
        amount={data.rentoMoney}
        note={notes(walletNote(data.rentoMoney), heldNote(ready.heldOfWallet))}
        links={[enterAgain(ready.heldOfWallet)]}
        more={data.walletPayouts.length > 0 && <PayoutsUnderWay data={data} className={link} />}
        tab="wallet"
      />
    </section>
  )
}

/** A link to the settlements: what it says, and which of them comes first. */
type SettlementLink = { words: string; state?: HistoryState } | false

type Note = string | false | undefined

function notes(...parts: Note[]): string {
  return parts.filter(Boolean).join(' · ')
}

/** Rupees that cannot go to the saved details, and where these are entered again. */
const heldNote = (held: number): Note => held > 0 && m.dues_refund_held({ amount: formatRupees(held) })
const enterAgain = (held: number): SettlementLink => held > 0 && { words: m.dues_refund_enter() }

function depositNote(
  { needed, missing, inspected, free, returning }: ReturnType<typeof depositOf>,
  choice: boolean,
  { heldOfDeposit: held, paysDueOfDeposit }: DashboardData['readyRefund'],
): string {
  const back = exact([returning, -held])
  const amount = formatRupees(back)
  const pays = Math.min(back, paysDueOfDeposit)
  const inPart = pays > 0 && m.dues_refund_pays({ paid: formatRupees(pays), rest: formatRupees(exact([back, -pays])) })
  return notes(
    missing > 0 && m.dues_deposit_missing({ amount: formatRupees(missing) }),
    free > 0 && m.dues_deposit_free({ amount: formatRupees(free) }),
    missing === 0 && free === 0 && needed > 0 && neededWords(needed, inspected),
    inspected > 0 && m.dues_deposit_inspected({ amount: formatRupees(inspected) }),
    heldNote(held),
    back > 0 && backWords(amount, choice, pays > 0),
    inPart,
  )
}

/** What is held is all that the items need, unless a part of it is for what is being inspected. */
function neededWords(needed: number, inspected: number): string {
  return inspected > 0 ? m.dues_deposit_needed({ amount: formatRupees(needed) }) : m.dues_deposit_enough()
}

/** A refund of which a part pays what is due is not all on its way to the customer. */
function backWords(amount: string, choice: boolean, inPart: boolean): string {
  if (choice) return m.dues_refund_waits({ amount })
  return inPart ? m.dues_refund_of({ amount }) : m.dues_deposit_returning({ amount })
}

function walletNote(balance: number): string | undefined {
  if (balance === 0) return undefined
  return balance > 0 ? m.dues_wallet_note() : m.dues_wallet_owed()
}

interface BalanceCardProps {
  icon: ReactNode
  label: string
  /** Rupees; negative is owed. */
  amount: number
  note?: ReactNode
  tab: 'deposit' | 'wallet'
  /** Where a refund waits for the customer or is on its way: what to do about it, or to see. */
  links: SettlementLink[]
  more?: ReactNode
}

const link =
  'inline-flex min-h-8 w-fit items-center font-semibold text-brand-ink text-support underline-offset-4 hover:underline'

function BalanceCard({ icon, label, amount, note, tab, links, more }: BalanceCardProps) {
  return (
    <div className="flex items-start gap-4 rounded-card bg-surface p-5">
      <span className="grid size-11 shrink-0 place-items-center rounded-control bg-brand-soft text-brand-ink">
        {icon}
      </span>
      <div className="grid min-w-0 gap-0.5">
        <h2 className="text-muted text-support">{label}</h2>
        <Amount value={amount} className={amount < 0 ? 'text-card text-danger-ink' : 'text-card'} />
        {note && <p className="text-label text-subtle">{note}</p>}
        {more}
        {links.map(
          (settlement) =>
            settlement && (
              <Link
                key={settlement.words}
                to="."
                search={(search) => ({ ...search, showSettlement: 'true' as const })}
                state={settlement.state}
                className={link}
              >
                {settlement.words}
              </Link>
            ),
        )}
        <Link
          to="/my-subscriptions/transactions"
          search={{ tab }}
          aria-label={`${m.dues_see_statement()}, ${label}`}
          className={link}
        >
          {m.dues_see_statement()}
        </Link>
      </div>
    </div>
  )
}
