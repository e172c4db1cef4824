import { type DashboardData, useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { PayButton } from '#/kit/PayButton'
import { UnlessDebitPending } from '#/kit/PendingDebitNote'
import { formatRupees, moneyParts } from '#/shared/money'
import { usePaymentBusy } from '../store'
import { usePayDue } from '../use-pay-due'

/** Pays all dues, on any page that shows a part of them. Renders nothing until dues are known to exist. */
export function PayDues() {
  const { data } = useDashboard()
  return data && data.totalPayableAmount > 0 ? <Dues data={data} /> : null
}

function Dues({ data }: { data: DashboardData }) {
  const { rent } = usePayDue(data)
  const busy = usePaymentBusy()
  const { totalPayableAmount: total } = data
  return (
    <section className="grid gap-3 rounded-card bg-surface p-5 print:hidden">
      <p className="text-muted">{m.payments_dues({ amount: formatRupees(total) })}</p>
      <UnlessDebitPending type="due" data={data}>
        <PayButton wide busy={busy} onClick={rent}>
          {m.payments_pay_total_now({ total: moneyParts(total).digits })}
        </PayButton>
      </UnlessDebitPending>
    </section>
  )
}
