import { pendingDebit, useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { isAutoDebitEligible } from '#/features/payments/eligibility'
import { formatDay, formatWholeDay } from '#/kit/dates'
import { PendingDebitNote } from '#/kit/PendingDebitNote'
import { requestPayment } from '#/state/payment-request'
import { AmountList, AmountRow } from '#/ui/AmountRow'
import { Button } from '#/ui/Button'
import { Fact } from '#/ui/Fact'
import { RentSlip } from '#/ui/RentSlip'
import { RequestCreated, SeeRequestStatus } from '../kit/RequestCreated'
import { type CloseFlow, type ClosureMade, pendingDues } from './model'

/** The closure is raised. A customer with dues can pay now or later. */
export function ClosureCreated({ flow, made }: { flow: CloseFlow; made: ClosureMade }) {
  const { data } = useDashboard()
  const dues = pendingDues(made)
  const day = formatDay(made.pickup) ?? ''
  const raised = {
    flow: 'close-subscription' as const,
    ticketIds: [made.ticketId],
    facts: <Fact term={m.flows_created_pickup()}>{formatWholeDay(made.pickup)}</Fact>,
    next: m.close_created_next({ day }),
  }
  if (dues.total <= 0) return <RequestCreated {...raised} />
  const pay = () => {
    // A customer who returns everything does not need auto debit any more.
    const autoDebit = !made.isFullClosure && data !== undefined && isAutoDebitEligible(data)
    flow.close()
    requestPayment({ type: 'due', autoDebit })
  }
  const atBank = data !== undefined && pendingDebit(data) !== undefined
  const footer = (
    <>
      {atBank && <PendingDebitNote data={data} />}
      <div className="button-pair">
        {!atBank && (
          <Button wide onClick={pay}>
            {m.close_pay_now()}
          </Button>
        )}
        <Button wide variant="secondary" onClick={flow.close}>
          {m.close_pay_later()}
        </Button>
      </div>
      <SeeRequestStatus quiet />
    </>
  )
  return (
    <RequestCreated {...raised} footer={footer}>
      <RentSlip as="p" title={m.close_dues()} amount={dues.total} tone="due" className="mt-5 bg-sunken">
        <AmountList>
          <AmountRow label={m.close_dues_charge()} value={dues.charge} />
          <AmountRow label={m.close_dues_rest()} value={dues.rest} />
          <div className="flex justify-between gap-4">
            <dt className="text-muted">{m.close_dues_quality()}</dt>
            <dd>{m.close_dues_quality_value()}</dd>
          </div>
        </AmountList>
        <p className="text-label text-muted">
          {data?.paidAhead ? m.close_dues_later_ahead({ day }) : m.close_dues_later({ day })}
        </p>
        <p className="text-label text-muted">{m.close_dues_deposit()}</p>
      </RentSlip>
    </RequestCreated>
  )
}
