import { useAppConfig } from '#/api/config'
import type { DashboardData } from '#/api/dashboard'
import { m } from '#/copy'
import { formatDay } from '#/kit/dates'
import { duePartLabel } from '#/kit/due-parts'
import { formatRupees } from '#/shared/money'
import { AmountList, AmountRow } from '#/ui/AmountRow'
import { leftToPay } from '../model'

/** What the sum above consists of, when each part is due, and what the wallet pays. */
export function DueParts({ data }: { data: DashboardData }) {
  const { dueParts, dueDays, walletDeduction } = data
  return (
    <div className="grid gap-3 pt-3">
      <AmountList>
        {dueParts.map(({ kind, amount }) => (
          <AmountRow key={kind} label={duePartLabel(kind)} value={amount} />
        ))}
      </AmountList>
      {dueDays.length > 1 && <DueDays days={dueDays} />}
      {walletDeduction.amount > 0 && <Wallet data={data} />}
    </div>
  )
}

function DueDays({ days }: { days: DashboardData['dueDays'] }) {
  return (
    <div className="border-line border-t pt-3">
      <AmountList>
        {days.map(({ dueDate, amount, isOverdue }) => {
          const date = formatDay(dueDate) ?? ''
          const label = isOverdue ? m.dues_overdue({ date }) : m.invoices_due_by({ date })
          return <AmountRow key={dueDate} label={label} value={amount} />
        })}
      </AmountList>
    </div>
  )
}

/** Announces how much the wallet will pay, when, and what is left to pay by then. */
function Wallet({ data }: { data: DashboardData }) {
  const { walletName: wallet } = useAppConfig()
  const { amount, date } = data.walletDeduction
  const rest = leftToPay(data)
  const words = { amount: formatRupees(amount), date: formatDay(date) ?? '', wallet }
  return (
    <p>{rest > 0 ? m.dues_wallet_deducts({ ...words, rest: formatRupees(rest) }) : m.dues_wallet_deducts_all(words)}</p>
  )
}
