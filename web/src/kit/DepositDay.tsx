import type { DashboardData } from '#/api/dashboard'
import { m } from '#/copy'
import { formatDay } from './dates'

/** By when the missing deposit is to be paid, and for which items. Renders nothing if none is missing. */
export function DepositDay({ data: { depositDue } }: { data: Pick<DashboardData, 'depositDue'> }) {
  if (!depositDue) return null
  const date = formatDay(depositDue.date) ?? ''
  return (
    <div className="wrap-anywhere">
      {depositDue.isOverdue ? (
        <p className="font-semibold text-danger-ink">{m.dues_overdue({ date })}</p>
      ) : (
        <p className="font-semibold">{m.invoices_due_by({ date })}</p>
      )}
      <p>{m.kit_deposit_for({ items: depositDue.itemNames.join(', ') })}</p>
    </div>
  )
}
