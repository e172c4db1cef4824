import { useRouter } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, CircleHelp, Clock, ExternalLink, Smartphone } from 'lucide-react'
import type { DashboardData } from '#/api/dashboard'
import { m } from '#/copy'
import { formatAgo } from '#/kit/ago'
import { CloseButton } from '#/kit/CloseButton'
import { RetryButton } from '#/kit/LoadError'
import { moveInHistory } from '#/platform/back'
import { formatRupees } from '#/shared/money'
import { useCountdown } from '#/shared/use-countdown'
import { requestPayment } from '#/state/payment-request'
import { Button } from '#/ui/Button'
import { Spinner } from '#/ui/Spinner'
import { retryPayment } from '../begin'
import { amountDue, chargedAmount } from '../model'
import { checkAgain, leavePayment, onGatewayLeft, stopWaiting } from '../outcome'
import type { PaymentContext } from '../payment-context'
import { POLLS_BEYOND_FIRST } from '../polling'
import { mayRetry, type Payment, type UnknownReason } from '../state'
import { StatusDialog } from './StatusDialog'

interface StatusProps {
  payment: Payment
  context: PaymentContext
}

interface RetryProps extends StatusProps {
  data: DashboardData
}

const iconClass = 'size-8 shrink-0'

export function WaitingForWindow({ payment }: StatusProps) {
  const gateway = payment.gatewayName ?? ''
  const check = () => void onGatewayLeft()
  return (
    <StatusDialog
      title={m.payments_popup_title({ gateway })}
      icon={<ExternalLink aria-hidden="true" className={iconClass} />}
      onClose={check}
      actions={<Button onClick={check}>{m.payments_popup_check()}</Button>}
    >
      <p>{m.payments_popup_text()}</p>
      <p className="font-semibold text-ink">{m.payments_do_not_repeat()}</p>
    </StatusDialog>
  )
}

export function WaitingForApp({ payment }: StatusProps) {
  const gateway = payment.gatewayName ?? ''
  const left = useCountdown(POLLS_BEYOND_FIRST)
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  return (
    <StatusDialog
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
    </StatusDialog>
  )
}

export function ConfirmingPayment() {
  return (
    <StatusDialog
      title={m.payments_confirming_title()}
      icon={<Spinner label={m.payments_confirming_title()} />}
      onClose={stopWaiting}
    >
      <p>{m.payments_confirming_text()}</p>
      <p className="font-semibold text-ink">{m.payments_do_not_repeat()}</p>
    </StatusDialog>
  )
}

export function PaymentFailed({ payment, context, data }: RetryProps) {
  return (
    <StatusDialog
      title={m.payments_failed_title()}
      icon={<CircleAlert aria-hidden="true" className={`${iconClass} text-danger`} />}
      onClose={leavePayment}
      actions={
        <>
          {!payment.final && <RetryButton variant="primary" onClick={() => void retryPayment(context, data)} />}
          <CloseButton onClick={leavePayment} />
        </>
      }
    >
      <p className="text-ink">{payment.message}</p>
      {payment.transaction && <p>{moneyThatLeft(payment)}</p>}
    </StatusDialog>
  )
}

/**
 * The outcome is not known. The screen says so while the app keeps asking.
 * It offers to go on if the customer left the gateway, or knows that the gateway still holds the payment.
 * If the gateway has no payment, going on is the first choice.
 */
export function OutcomeUnknown({ payment, context, data }: RetryProps) {
  const { unknownReason = 'silent', transaction } = payment
  const words = wordsOf(unknownReason, payment, data)
  const Icon = iconOf[unknownReason]
  const unpaid = unknownReason === 'unpaid'
  const goOn = mayRetry(unknownReason) && (
    <Button variant={unpaid ? 'primary' : 'secondary'} onClick={() => void retryPayment(context, data)}>
      {m.payments_go_on()}
    </Button>
  )
  return (
    <StatusDialog
      title={words.title}
      icon={<Icon aria-hidden="true" className={`${iconClass} text-accent-ink`} />}
      onClose={leavePayment}
      actions={
        <>
          {unpaid && goOn}
          <Button variant={unpaid ? 'secondary' : 'primary'} onClick={() => void checkAgain()}>
            {m.payments_check_again()}
          </Button>
          {!unpaid && goOn}
        </>
      }
    >
      {words.text.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {!mayRetry(unknownReason) && <p className="font-semibold text-ink">{m.payments_do_not_repeat()}</p>}
      {transaction && (
        <p className="tabular text-support">{m.payments_reference({ id: transaction.rmTransactionId })}</p>
      )}
    </StatusDialog>
  )
}

const iconOf = { left: CircleHelp, silent: CircleHelp, earlier: CircleHelp, pending: Clock, unpaid: CircleAlert }

/** Says what happens to money that left the account without our knowledge. */
function moneyThatLeft({ request: { type } }: Pick<Payment, 'request'>): string {
  const words = { due: m.payments_money_due, deposit: m.payments_money_deposit, 'advance-rent': m.payments_money_ahead }
  return words[type]()
}

function wordsOf(
  unknownReason: UnknownReason,
  payment: Payment,
  data: DashboardData,
): { title: string; text: string[] } {
  const { since, transaction } = payment
  const age = since === undefined ? [] : [m.payments_pending_since({ age: formatAgo(since) })]
  switch (unknownReason) {
    case 'left':
      return { title: m.payments_left_title(), text: [m.payments_left_text()] }
    case 'unpaid':
      return { title: m.payments_unpaid_title(), text: [m.payments_unpaid_text(), moneyThatLeft(payment)] }
    case 'earlier': {
      const earlier = data.pendingPayments.find(({ kind }) => kind === payment.request.type)
      const title = earlier && m.payments_pending_title({ amount: formatRupees(earlier.amount) })
      return {
        title: title ?? m.payments_unknown_title(),
        text: [...age, moneyThatLeft(payment), m.payments_unknown_text()],
      }
    }
    case 'silent':
      return { title: m.payments_unknown_title(), text: [...age, moneyThatLeft(payment), m.payments_unknown_text()] }
    case 'pending': {
      const amount = formatRupees(transaction ? chargedAmount(transaction) : 0)
      return { title: m.payments_pending_title({ amount }), text: [...age, m.payments_pending_text()] }
    }
  }
}

/** Money arrived when nothing was due for it any more, for example after another payment. It is refunded. */
function PaymentReturned({ transaction, request: { type } }: Payment) {
  const why = {
    due: m.payments_returned_text,
    deposit: m.payments_returned_deposit,
    'advance-rent': m.payments_returned_ahead,
  }
  // A transaction that is known only by its id has no amount here.
  const amount = transaction ? chargedAmount(transaction) : 0
  return (
    <StatusDialog
      title={amount > 0 ? m.payments_returned_title({ amount: formatRupees(amount) }) : m.payments_returned_untold()}
      icon={<CircleCheck aria-hidden="true" className={`${iconClass} text-success-ink`} />}
      onClose={leavePayment}
      actions={<CloseButton variant="primary" onClick={leavePayment} />}
    >
      <p className="text-ink">{why[type]()}</p>
      <p>{m.payments_returned_when()}</p>
      {transaction && (
        <p className="tabular text-support">{m.payments_reference({ id: transaction.rmTransactionId })}</p>
      )}
    </StatusDialog>
  )
}

/** Nothing of the requested kind is due. Nobody is charged, and the screen does not call it a failure. */
export function NothingToPay({ payment, data }: RetryProps) {
  const router = useRouter()
  if (payment.returned) return <PaymentReturned {...payment} />
  const { type, autoDebit } = payment.request
  const deposit = type === 'deposit' ? 0 : amountDue('deposit', data)
  const payDeposit = () => {
    leavePayment()
    requestPayment({ type: 'deposit', autoDebit: false })
  }
  const setUp = () => {
    leavePayment()
    const search = { paymentMode: 'easy-payment', paymentType: 'auto-debit' } as const
    moveInHistory(router, () => void router.navigate({ to: '/home', search }))
  }
  return (
    <StatusDialog
      title={deposit > 0 ? m.payments_clear_no_rent() : m.payments_clear_title()}
      icon={<CircleCheck aria-hidden="true" className={`${iconClass} text-success-ink`} />}
      onClose={leavePayment}
      actions={
        <>
          {deposit > 0 && (
            <Button onClick={payDeposit}>{m.payments_clear_pay_deposit({ amount: formatRupees(deposit) })}</Button>
          )}
          {autoDebit && data.paymentOptions.length > 0 && (
            <Button variant={deposit > 0 ? 'secondary' : 'primary'} onClick={setUp}>
              {m.payments_clear_set_up()}
            </Button>
          )}
          <CloseButton variant={deposit > 0 || autoDebit ? 'secondary' : 'primary'} onClick={leavePayment} />
        </>
      }
    >
      <p className="text-ink">{type === 'deposit' ? m.payments_clear_deposit() : m.payments_clear_rent()}</p>
      {autoDebit && <p>{m.payments_clear_auto_debit()}</p>}
      {deposit > 0 && <p>{m.payments_clear_deposit_due()}</p>}
    </StatusDialog>
  )
}
