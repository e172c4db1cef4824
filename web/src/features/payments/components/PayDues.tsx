import { type DashboardData, useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { useOnline } from '#/platform/connection'
import { formatRupees, moneyParts } from '#/shared/money'
import { Button } from '#/ui/Button'
import { usePaymentBusy } from '../store'
import { usePayDue } from '../use-pay-due'

/** Pays all that is due, on any page that shows something of it; nothing without dues or before they are known. */
export function PayDues() {
  const { data } = useDashboard()
  return data && data.totalPayableAmount > 0 ? <Dues data={data} /> : null
}

function Dues({ data }: { data: DashboardData }) {
  const { rent } = usePayDue(data)
  const busy = usePaymentBusy()
  const online = useOnline()
  const { totalPayableAmount: total } = data
  return (
    <section className="grid gap-3 rounded-card bg-surface p-5 print:hidden">
      <p className="text-muted">{m.payments_dues({ amount: formatRupees(total) })}</p>
      <Button wide busy={busy} disabled={!online} disabledReason={m.payments_offline()} onClick={rent}>
        {m.payments_pay_total_now({ total: moneyParts(total).digits })}
      </Button>
    </section>
  )
}
