import { useEffect, useRef } from 'react'
import type { DashboardData } from '#/api/dashboard'
import { useBackCloses } from '#/platform/back'
import type { OpenPayment } from '#/state/open-payment'
import { clearPaymentRequest, type PaymentRequest } from '#/state/payment-request'
import { announcePayment } from '#/state/payment-tabs'
import { backOutOfPayment } from '../back'
import { beginPayment, renewSheet, restoreSheet } from '../begin'
import { followBackgroundPayments, followPayment } from '../follow'
import { amountDue, type PaymentType } from '../model'
import { leavePayment, resumePayment } from '../outcome'
import type { PaymentContext } from '../payment-context'
import { usePayment } from '../store'
import { PayFrame } from './PayFrame'
import { PaymentDialog } from './PaymentDialog'
import {
  ConfirmingPayment,
  NothingToPay,
  OutcomeUnknown,
  PaymentFailed,
  WaitingForApp,
  WaitingForWindow,
} from './PaymentStatus'
import { type AfterSuccess, SuccessDialog } from './SuccessDialog'

export interface PaymentHostProps {
  data: DashboardData
  context: PaymentContext
  /** The payment that a screen has just asked for. */
  request?: PaymentRequest
  /** The payment that a reload interrupted. */
  interrupted?: OpenPayment
  /** No dialog of the URL is about to close for the payment, so the payment may take a history entry. */
  noOtherDialog: boolean
  /** A part of the payment is on screen now, so other dialogs close. */
  onShow(): void
  onPaid(): void
  /** The server's answer differs from the figures on screen, so they need a refetch. */
  onOutdated(): void
  onDone(paid: PaymentType, next: AfterSuccess): void
}

/** Hosts every payment of the app. Its chunk loads when the first payment is requested. */
export default function PaymentHost(props: PaymentHostProps) {
  const { data, context, request, interrupted, noOtherDialog, onShow, onPaid, onOutdated, onDone } = props
  const { phase, dialog, request: asked } = usePayment()
  useEffect(() => {
    if (!request) return
    clearPaymentRequest()
    void beginPayment(context, request, data)
  }, [request, context, data])
  useResumedPayment(interrupted, context, data)
  useRenewedSheet(context, data)
  useEffect(followPayment, [])
  useEffect(
    () =>
      followBackgroundPayments(() => {
        announcePayment()
        onOutdated()
      }),
    [onOutdated],
  )
  const visible = dialog || (phase !== 'idle' && phase !== 'starting')
  useEffect(() => {
    if (visible) onShow()
  }, [visible, onShow])
  const finish = (next: AfterSuccess) => {
    leavePayment()
    onDone(asked.type, next)
  }
  useBackCloses(visible && noOtherDialog, () => backOutOfPayment(() => finish('close')))
  useEffect(() => {
    if (phase === 'nothingDue' || phase === 'failed') onOutdated()
    if (phase !== 'done') return
    announcePayment()
    onPaid()
  }, [phase, onPaid, onOutdated])
  return <PaymentView {...props} onFinish={finish} />
}

/** Resumes an interrupted payment once per page load, even if the figures change. */
function useResumedPayment(interrupted: OpenPayment | undefined, context: PaymentContext, data: DashboardData) {
  const takenUp = useRef(false)
  useEffect(() => {
    if (!interrupted || takenUp.current) return
    takenUp.current = true
    void (interrupted.stage === 'sheet' ? restoreSheet(context, interrupted, data) : resumePayment(interrupted))
  }, [interrupted, context, data])
}

/** A transaction keeps the amount of its creation. When the dues change, the sheet gets a new transaction. */
function useRenewedSheet(context: PaymentContext, data: DashboardData) {
  const { phase, dialog, request, transaction } = usePayment()
  const due = amountDue(request.type, data)
  const id = transaction?.rmTransactionId
  const known = useRef({ id, due })
  useEffect(() => {
    const { id: madeAs, due: madeFor } = known.current
    if (phase === 'starting') return
    known.current = { id, due }
    if (id !== undefined && id === madeAs && due !== madeFor && phase === 'choosing' && dialog) void renewSheet(context)
  }, [id, due, phase, dialog, context])
}

interface ViewProps extends Pick<PaymentHostProps, 'data' | 'context'> {
  onFinish(next: AfterSuccess): void
}

function PaymentView({ data, context, onFinish }: ViewProps) {
  const payment = usePayment()
  const props = { payment, data, context }
  if (payment.dialog) return <PaymentDialog {...props} />
  switch (payment.phase) {
    case 'waiting':
      return <Waiting {...props} />
    case 'confirming':
      return <ConfirmingPayment />
    case 'failed':
      return <PaymentFailed {...props} />
    case 'unknown':
      return <OutcomeUnknown {...props} />
    case 'nothingDue':
      return <NothingToPay {...props} />
    case 'done':
      return <SuccessDialog payment={payment} data={data} onDone={onFinish} />
    default:
      return null
  }
}

function Waiting(props: { payment: ReturnType<typeof usePayment>; context: PaymentContext }) {
  if (props.payment.openedIn === 'frame') return <PayFrame {...props} />
  return props.payment.openedIn === 'popup' ? <WaitingForWindow {...props} /> : <WaitingForApp {...props} />
}
