import { Circle, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '#/copy'
import { formatDay } from '#/kit/dates'
import { PayButton } from '#/kit/PayButton'
import { formatRupees } from '#/shared/money'
import { requestPayment, usePaymentRequest } from '#/state/payment-request'
import { isDirectLogin } from '#/state/session'
import { LinkButton } from '#/ui/LinkButton'
import { Notice } from '#/ui/Notice'
import { IncomingTransferDecline } from './IncomingTransferDecline'
import { NovationAgreement } from './NovationAgreement'
import type { IncomingTransfer } from './queries'

/** An accepted transfer, with what the receiver must still do before the items change hands. */
export function IncomingTransferLeft({ transfer }: { transfer: IncomingTransfer }) {
  const { depositDue, kycPending, agreementDue, giverOwes } = transfer
  const mine = depositDue > 0 || kycPending
  const lastDay = formatDay(transfer.lastDay)
  return (
    <div className="grid gap-5 border-line border-t pt-4">
      {agreementDue && (
        <Notice tone="info" title={m.transfers_waiting_title()}>
          {m.transfers_waiting_text()}
        </Notice>
      )}
      {giverOwes && <Notice tone="due">{m.transfers_giver_owes({ name: transfer.from })}</Notice>}
      {lastDay && <p>{mine ? m.transfers_finish_by({ day: lastDay }) : m.transfers_waits_by({ day: lastDay })}</p>}
      <ol aria-label={m.transfers_left_title()} className="grid gap-4">
        <Step
          done={depositDue === 0}
          title={depositDue === 0 ? m.transfers_deposit_paid() : m.transfers_deposit_due()}
          note={depositDue > 0 && m.transfers_deposit_amount({ amount: formatRupees(depositDue) })}
          action={depositDue > 0 && <PayDeposit />}
        />
        <Step
          done={!kycPending}
          title={kycPending ? m.transfers_kyc_due() : m.transfers_kyc_done()}
          action={
            kycPending && (
              <LinkButton to="/kyc" compact>
                {m.transfers_start_kyc()}
              </LinkButton>
            )
          }
        />
        <Step
          done={false}
          title={m.transfers_agreement()}
          note={m.transfers_agreement_text({ name: transfer.from })}
          action={<NovationAgreement ticketId={transfer.ticketId} />}
        />
      </ol>
      {!isDirectLogin() && (
        <div>
          <IncomingTransferDecline transfer={transfer} />
        </div>
      )}
    </div>
  )
}

interface StepProps {
  done: boolean
  title: string
  note?: ReactNode
  action?: ReactNode
}

/** The title says whether the step is done. The icon only repeats it. */
function Step({ done, title, note, action }: StepProps) {
  const Mark = done ? CircleCheck : Circle
  return (
    <li className="flex gap-3">
      <Mark
        aria-hidden="true"
        className={`size-6 shrink-0 translate-y-px ${done ? 'text-success-ink' : 'text-subtle'}`}
      />
      <div className="wrap-anywhere grid min-w-0 flex-1 justify-items-start gap-1">
        <p className="font-semibold">{title}</p>
        {note && <p className="text-muted text-support">{note}</p>}
        {action && <div className="pt-1">{action}</div>}
      </div>
    </li>
  )
}

function PayDeposit() {
  const asked = usePaymentRequest() !== undefined
  return (
    <PayButton compact busy={asked} onClick={() => requestPayment({ type: 'deposit', autoDebit: false })}>
      {m.dues_pay_now()}
    </PayButton>
  )
}
