import type { DashboardData } from '#/api/dashboard'
import { m } from '#/copy'
import type { depositOf } from '#/kit/deposit'
import { formatRupees, sumRupees } from '#/shared/money'
import { heldNote, notes } from '../model'
import { SettlementLink } from './SettlementLink'

interface DepositOnItsWayProps {
  deposit: ReturnType<typeof depositOf>
  ready: DashboardData['readyRefund']
  /** The classes of the links. */
  className: string
}

/** Describes a deposit of which a part is being inspected or refunded. */
export function DepositOnItsWay({ deposit, ready, className }: DepositOnItsWayProps) {
  const choice = ready.count > 0 && ready.refundPreference === 0
  const { needed, missing, inspected, free, returning } = deposit
  const { heldOfDeposit: held, paysDueOfDeposit } = ready
  const back = sumRupees([returning, -held])
  const amount = formatRupees(back)
  const pays = Math.min(back, paysDueOfDeposit)
  const inPart =
    pays > 0 && m.dues_refund_pays({ paid: formatRupees(pays), rest: formatRupees(sumRupees([back, -pays])) })
  const note = notes(
    missing > 0 && m.dues_deposit_missing({ amount: formatRupees(missing) }),
    free > 0 && m.dues_deposit_free({ amount: formatRupees(free) }),
    missing === 0 && free === 0 && needed > 0 && neededWords(needed, inspected),
    inspected > 0 && m.dues_deposit_inspected({ amount: formatRupees(inspected) }),
    heldNote(held),
    back > 0 && (choice ? m.dues_refund_waits({ amount }) : backWords(amount, pays > 0)),
    inPart,
  )
  return (
    <>
      <p className="text-label text-subtle">{note}</p>
      {choice && <SettlementLink className={className}>{m.dues_refund_choose()}</SettlementLink>}
      {!choice && held > 0 && <SettlementLink className={className}>{m.dues_refund_enter()}</SettlementLink>}
      {inspected > 0 && (
        <SettlementLink className={className} state={{ settlementFrom: 'inspection' }}>
          {m.dues_inspection_see()}
        </SettlementLink>
      )}
    </>
  )
}

/** The held deposit is exactly what the items need, unless a part of it belongs to items being inspected. */
function neededWords(needed: number, inspected: number): string {
  return inspected > 0 ? m.dues_deposit_needed({ amount: formatRupees(needed) }) : m.dues_deposit_enough()
}

/** If a part of the refund pays dues, not all of it goes to the customer. */
function backWords(amount: string, inPart: boolean): string {
  return inPart ? m.dues_refund_of({ amount }) : m.dues_deposit_returning({ amount })
}
