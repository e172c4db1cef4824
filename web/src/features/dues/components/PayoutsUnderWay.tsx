import { Link } from '@tanstack/react-router'
import type { DashboardData } from '#/api/dashboard'
import { m } from '#/copy'
import { payoutsUnderWay, payoutText } from '#/kit/wallet-payouts'

interface PayoutsUnderWayProps {
  data: DashboardData
  /** The classes of the links. */
  className: string
}

/** Payouts that left the wallet and have not arrived yet, each with a link to its progress. */
export function PayoutsUnderWay({ data, className }: PayoutsUnderWayProps) {
  return payoutsUnderWay(data).map((payout) => (
    <div key={payout.settlementId}>
      <p className="text-label text-subtle">{payoutText(payout)}</p>
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
