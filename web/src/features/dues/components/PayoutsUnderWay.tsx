import { Link } from '@tanstack/react-router'
import type { DashboardData } from '#/api/dashboard'
import { m } from '#/copy'
import { leavingWords, payoutsUnderWay } from '#/kit/wallet-payouts'

interface PayoutsUnderWayProps {
  data: DashboardData
  /** Of the links. */
  className: string
}

/** Money that has left the wallet and has not arrived, each with the way to how far it is. */
export function PayoutsUnderWay({ data, className }: PayoutsUnderWayProps) {
  return payoutsUnderWay(data).map((payout) => (
    <div key={payout.settlementId}>
      <p className="text-label text-subtle">{leavingWords(payout)}</p>
      <Link
        to="."
        search={(search) => ({ ...search, showSettlement: 'true' as const })}
        state={{ settlementId: payout.settlementId }}
        className={className}
      >
        {m.kit_payout_see()}
      </Link>
    </div>
  ))
}
