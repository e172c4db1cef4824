import { CircleAlert, CircleHelp, ExternalLink, Smartphone } from 'lucide-react'
import { m } from '#/copy'
import { useCountdown } from '#/shared/use-countdown'
import { Button } from '#/ui/Button'
import { Spinner } from '#/ui/Spinner'
import { retryPayment } from '../begin'
import type { Payment } from '../machine'
import { checkAgain, leavePayment, leftGateway, stopWaiting } from '../outcome'
import { POLLS_BEYOND_FIRST } from '../polling'
import type { PaymentSetting } from '../setting'
import { StatusFrame } from './StatusFrame'

interface StatusProps {
  payment: Payment
  setting: PaymentSetting
}

const iconClass = 'size-8 shrink-0'

export function WaitingForWindow({ payment }: StatusProps) {
  const gateway = payment.gatewayName ?? ''
  const check = () => void leftGateway()
  return (
    <StatusFrame
      title={m.payments_popup_title({ gateway })}
      icon={<ExternalLink aria-hidden="true" className={iconClass} />}
      onClose={check}
      actions={<Button onClick={check}>{m.payments_popup_check()}</Button>}
    >
      <p>{m.payments_popup_text()}</p>
      <p className="font-semibold text-ink">{m.payments_do_not_repeat()}</p>
    </StatusFrame>
  )
}

export function WaitingForApp({ payment }: StatusProps) {
  const gateway = payment.gatewayName ?? ''
  const left = useCountdown(POLLS_BEYOND_FIRST)
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  return (
    <StatusFrame
      title={m.payments_app_title({ gateway })}
      icon={<Smartphone aria-hidden="true" className={iconClass} />}
      onClose={stopWaiting}
      actions={
        <Button variant="secondary" onClick={stopWaiting}>
          {m.payments_app_stop()}
        </Button>
      }
    >
      <p>{m.payments_app_text({ gateway })}</p>
      <p aria-live="off" className="tabular font-semibold text-ink">
        {m.payments_app_left({ time })}
      </p>
    </StatusFrame>
  )
}

export function Confirming() {
  return (
    <StatusFrame
      title={m.payments_confirming_title()}
      icon={<Spinner label={m.payments_confirming_title()} />}
      onClose={stopWaiting}
    >
      <p>{m.payments_confirming_text()}</p>
      <p className="font-semibold text-ink">{m.payments_do_not_repeat()}</p>
    </StatusFrame>
  )
}

export function Failed({ payment, setting }: StatusProps) {
  return (
    <StatusFrame
      title={m.payments_failed_title()}
      icon={<CircleAlert aria-hidden="true" className={`${iconClass} text-danger`} />}
      onClose={leavePayment}
      actions={
        <>
          {!payment.final && <Button onClick={() => void retryPayment(setting)}>{m.payments_try_again()}</Button>}
          <Button variant="secondary" onClick={leavePayment}>
            {m.shell_close()}
          </Button>
        </>
      }
    >
      <p className="text-ink">{payment.message}</p>
      {payment.transaction && <p>{m.payments_failed_note()}</p>}
    </StatusFrame>
  )
}

/** The outcome is not known, and the screen says so; paying again is offered only to who has left the gateway. */
export function Unknown({ payment, setting }: StatusProps) {
  const left = payment.doubt === 'left'
  return (
    <StatusFrame
      title={left ? m.payments_left_title() : m.payments_unknown_title()}
      icon={<CircleHelp aria-hidden="true" className={`${iconClass} text-accent-ink`} />}
      onClose={leavePayment}
      actions={
        <>
          <Button onClick={() => void checkAgain()}>{m.payments_check_again()}</Button>
          {left && (
            <Button variant="secondary" onClick={() => void retryPayment(setting)}>
              {m.payments_go_on()}
            </Button>
          )}
        </>
      }
    >
      <p>{left ? m.payments_left_text() : m.payments_unknown_text()}</p>
      {!left && <p className="font-semibold text-ink">{m.payments_do_not_repeat()}</p>}
      {payment.transaction && (
        <p className="tabular text-support">{m.payments_reference({ id: payment.transaction.rmTransactionId })}</p>
      )}
    </StatusFrame>
  )
}
