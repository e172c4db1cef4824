import { CalendarCheck } from 'lucide-react'
import { useState } from 'react'
import { pendingDebit } from '#/api/dashboard'
import { m } from '#/copy'
import { DebitNotes, isComing } from '#/kit/DebitNote'
import { Dialog } from '#/kit/Dialog'
import { PayButton } from '#/kit/PayButton'
import { PendingDebitNote } from '#/kit/PendingDebitNote'
import { moneyParts } from '#/shared/money'
import { Button } from '#/ui/Button'
import { payManually } from '../begin'
import { amountDue, walletPaysAll } from '../model'
import { leavePayment } from '../outcome'
import { PaymentSplit } from './PaymentTotal'
import type { PaymentViewProps } from './payment-view'
import { WalletPays } from './WalletPays'

/** Says that auto debit pays the dues. Paying by hand is still possible until the debit is with the bank. */
export function AutoDebitActive(props: PaymentViewProps) {
  return pendingDebit(props.data) ? <PendingDebitDialog {...props} /> : <PlannedDebitDialog {...props} />
}

/** The server would refuse a payment now, so the dialog says what the customer waits for, and until when. */
function PendingDebitDialog({ data }: PaymentViewProps) {
  return (
    <Dialog title={m.payments_pay_rent()} onClose={leavePayment}>
      <PendingDebitNote data={data} />
    </Dialog>
  )
}

type Debits = Pick<PaymentViewProps['data'], 'debit' | 'notDebited'>

/** Whether the planned debit is a retry after the bank refused it. */
const isTriedAgain = ({ debit }: Debits) => debit?.step === 'planned' && debit.isRetry

/** Whether the customer has to act: provide money for a retried debit, or pay what is not debited. */
const mustAct = (data: Debits) =>
  isTriedAgain(data) ||
  data.notDebited.length > 0 ||
  (data.debit !== null && data.debit !== undefined && !isComing(data.debit))

function PlannedDebitDialog(props: PaymentViewProps) {
  const { payment, data, context } = props
  const [wallet, setWallet] = useState(false)
  const total = moneyParts(amountDue(payment.request.type, data)).digits
  const busy = payment.phase === 'starting'
  const pay = () => {
    if (walletPaysAll(payment.request.type, data)) setWallet(true)
    else if (!busy) void payManually(context)
  }
  if (wallet) return <WalletPays {...props} />
  const footer = (
    <div className="grid justify-items-center gap-1">
      <PayButton wide busy={busy} onClick={pay}>
        {m.payments_pay_total_now({ total })}
      </PayButton>
      {payment.request.type === 'due' && <PaymentSplit {...data.payNow} />}
      <Button variant="quiet" compact onClick={pay}>
        {m.payments_pay_manually()}
      </Button>
    </div>
  )
  return (
    <Dialog title={m.payments_pay_rent()} onClose={leavePayment} footer={footer}>
      <p className="pb-5 text-muted">{m.payments_clear_dues()}</p>
      <div className="flex gap-4 rounded-card bg-success-soft p-5 text-success-ink">
        <CalendarCheck aria-hidden="true" className="size-8 shrink-0" />
        <div className="grid gap-1">
          <h3 className="font-semibold text-card">{m.payments_active_title()}</h3>
          <p>{mustAct(data) ? m.payments_active_debit() : m.payments_active_text()}</p>
          <DebitNotes data={data} />
          {isTriedAgain(data) && <p>{m.payments_active_enough()}</p>}
        </div>
      </div>
    </Dialog>
  )
}
