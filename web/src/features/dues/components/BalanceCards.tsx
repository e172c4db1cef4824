import { Link } from '@tanstack/react-router'
import { PiggyBank, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAppConfig } from '#/api/config'
import type { DashboardData } from '#/api/dashboard'
import { m } from '#/copy'
import { depositOf } from '#/kit/deposit'
import { formatRupees } from '#/shared/money'
import { Amount } from '#/ui/Amount'
import { heldNote, notes } from '../model'
import { DepositOnItsWay } from './DepositOnItsWay'
import { PaidAhead } from './PaidAhead'
import { PayoutsUnderWay } from './PayoutsUnderWay'
import { SettlementLink } from './SettlementLink'

/** The customer's money with us: deposit, wallet and rent paid in advance. Each card links to its details. */
export function BalanceCards({ data }: { data: DashboardData }) {
  const { walletName } = useAppConfig()
  const deposit = depositOf(data.depositDetails)
  const { readyRefund: ready } = data
  const onItsWay = deposit.inspected > 0 || deposit.returning > 0
  return (
    <section aria-label={m.dues_balances()} className="grid gap-3 help:grid-cols-2 desktop:grid-cols-1">
      <BalanceCard
        icon={<PiggyBank aria-hidden="true" className="size-6" />}
        label={m.dues_deposit_held()}
        amount={deposit.held}
        note={!onItsWay && depositNote(deposit)}
        more={onItsWay && <DepositOnItsWay deposit={deposit} ready={ready} className={link} />}
        hasStatement={deposit.paid > 0 || deposit.needed > 0 || deposit.unusedRent > 0}
        tab="deposit"
      />
      <BalanceCard
        icon={<Wallet aria-hidden="true" className="size-6" />}
        label={m.dues_wallet({ wallet: walletName })}
        amount={data.rentoMoney}
        hasStatement={data.hasWalletHistory}
        note={notes(walletNote(data.rentoMoney), heldNote(ready.heldOfWallet))}
        more={
          <>
            {data.walletPayouts.length > 0 && <PayoutsUnderWay data={data} className={link} />}
            {ready.heldOfWallet > 0 && <SettlementLink className={link}>{m.dues_refund_enter()}</SettlementLink>}
          </>
        }
        tab="wallet"
      />
      {data.paidAhead && <PaidAhead paid={data.paidAhead} due={data.totalPayableAmount > 0} className={link} />}
    </section>
  )
}

/** Only for a deposit of which nothing is inspected or refunded. See `DepositOnItsWay` for the others. */
function depositNote({ needed, missing, free }: ReturnType<typeof depositOf>): string {
  return notes(
    missing > 0 && m.dues_deposit_missing({ amount: formatRupees(missing) }),
    free > 0 && m.dues_deposit_free({ amount: formatRupees(free) }),
    missing === 0 && free === 0 && needed > 0 && m.dues_deposit_enough(),
  )
}

function walletNote(balance: number): string | undefined {
  if (balance === 0) return undefined
  return balance > 0 ? m.dues_wallet_note() : m.dues_wallet_owed()
}

interface BalanceCardProps {
  icon: ReactNode
  label: string
  /** Rupees. A negative amount is owed. */
  amount: number
  note?: ReactNode
  tab: 'deposit' | 'wallet'
  more?: ReactNode
  /** Whether there is something to see on the statement. */
  hasStatement: boolean
}

const link =
  'inline-flex min-h-8 w-fit items-center font-semibold text-brand-ink text-support underline-offset-4 hover:underline'

function BalanceCard({ icon, label, amount, note, tab, more, hasStatement }: BalanceCardProps) {
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
        {hasStatement && (
          <Link
            to="/my-subscriptions/transactions"
            search={{ tab }}
            aria-label={`${m.dues_see_statement()}, ${label}`}
            className={link}
          >
            {m.dues_see_statement()}
          </Link>
        )}
      </div>
    </div>
  )
}
