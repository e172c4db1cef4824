import { activeProducts, type DashboardData, useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { SavedWay } from '#/features/refund/components/SavedWay'
import { dataAge } from '#/kit/DataAge'
import { PayButton } from '#/kit/PayButton'
import { UnlessDebitPending } from '#/kit/PendingDebitNote'
import { QueryContent } from '#/kit/QueryContent'
import { requestCodes } from '#/kit/request-kinds'
import { requestPayment } from '#/state/payment-request'
import { Button } from '#/ui/Button'
import { DialogFooter } from '#/ui/DialogFooter'
import { ProductThumb } from '#/ui/ProductRow'
import { RentSlip } from '#/ui/RentSlip'
import { SpinnerBlock } from '#/ui/Spinner'
import { useRevokeThenRequest } from '../kit/live-requests'
import { RevokePrompt } from '../kit/RevokePrompt'
import { StepHeading } from '../kit/StepHeading'
import { type Dues, duesOf, PHONE, type TransferFlow } from './model'

const terms = [
  m.transfer_term_dues,
  m.transfer_term_city,
  m.transfer_term_second_owner,
  m.transfer_term_refund,
  m.transfer_term_agreement,
]

/** The terms. A customer with dues must pay first. */
export function ConfirmationStep({ flow }: { flow: TransferFlow }) {
  return (
    <QueryContent
      query={useDashboard()}
      pending={<SpinnerBlock label={m.kit_loading()} />}
      failed={m.kit_figures_failed()}
      age={dataAge}
    >
      {(data) => {
        const dues = duesOf(data)
        return dues ? <PendingDues dues={dues} data={data} /> : <Terms flow={flow} />
      }}
    </QueryContent>
  )
}

function PendingDues({ dues: { type, amount }, data }: { dues: Dues; data: DashboardData }) {
  return (
    <>
      <StepHeading>{m.transfer_dues_title()}</StepHeading>
      <RentSlip
        as="p"
        title={type === 'due' ? m.transfer_dues_rent() : m.transfer_dues_deposit()}
        amount={amount}
        tone="due"
        className="bg-sunken"
      >
        <p>{m.transfer_dues_text()}</p>
      </RentSlip>
      <DialogFooter>
        <UnlessDebitPending type={type} data={data}>
          <PayButton wide onClick={() => requestPayment({ type, autoDebit: false })}>
            {m.dues_pay_now()}
          </PayButton>
        </UnlessDebitPending>
      </DialogFooter>
    </>
  )
}

function Terms({ flow }: { flow: TransferFlow }) {
  const { data } = useDashboard()
  const { chosen } = flow.draft
  const items = activeProducts(data).filter(({ id }) => chosen.includes(id))
  const live = useRevokeThenRequest({
    flow,
    code: requestCodes.transfer,
    onClear: () => {
      flow.change({ confirmed: true })
      flow.go(PHONE)
    },
  })
  return (
    <>
      <StepHeading>{m.transfer_terms_title()}</StepHeading>
      <ul className="grid gap-3 pb-5">
        {items.map((item) => (
          <li key={item.id} className="flex items-center gap-4">
            <ProductThumb thumbnail={item.thumbnail} />
            <span className="font-semibold">{item.name}</span>
          </li>
        ))}
      </ul>
      <ul className="ml-5 grid list-disc gap-2">
        {terms.map((term) => (
          <li key={term()}>{term()}</li>
        ))}
        {data?.paidAhead && <li>{m.transfer_term_ahead()}</li>}
      </ul>
      <section aria-labelledby="transfer-refund" className="mt-5 grid gap-2 rounded-row bg-sunken p-4">
        <h4 id="transfer-refund" className="font-bold">
          {m.transfer_refund()}
        </h4>
        <p className="text-muted">{m.transfer_refund_text()}</p>
        <SavedWay />
      </section>
      <DialogFooter>
        <RevokePrompt {...live} />
        <Button wide busy={live.revocation.name === 'checking'} onClick={() => live.check(chosen)}>
          {m.flows_continue()}
        </Button>
      </DialogFooter>
    </>
  )
}
