import type { DashboardData } from '#/api/dashboard'
import { m } from '#/copy'
import { formatRupees, sumRupees } from '#/shared/money'
import { firstNameOf } from '#/shared/person'
import { type DueBanner, paidByDeposit } from '../model'

interface ByDepositProps {
  banner: DueBanner
  data: DashboardData
}

/** For rent: which part will be paid automatically. For a deposit: for which items it is missing. */
export function ByDeposit({ banner, data }: ByDepositProps) {
  if (banner.kind === 'deposit') return <p>{transferWords(banner.amount, data)}</p>
  const { refund, inspection } = paidByDeposit(data)
  return (
    <>
      {refund > 0 && <p className="pt-2">{m.dues_refund_pays_this({ paid: formatRupees(refund) })}</p>}
      {inspection > 0 && <p className="pt-2">{m.dues_inspection_pays_this({ paid: formatRupees(inspection) })}</p>}
    </>
  )
}

/** Items of an incoming transfer need their deposit before they arrive. */
function transferWords(missing: number, { transferDeposits }: DashboardData): string {
  const name = [...new Set(transferDeposits.map(({ from }) => firstNameOf(from)))].join(', ')
  const amount = sumRupees(transferDeposits.map((transfer) => transfer.amount))
  if (amount >= missing) return m.dues_deposit_for_transfer({ name })
  return m.dues_deposit_for_transfer_part({ name, amount: formatRupees(amount) })
}
