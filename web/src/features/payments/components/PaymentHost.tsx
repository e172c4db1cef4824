import { useEffect, useRef } from 'react'
import type { DashboardData } from '#/api/dashboard'
import { useBackCloses } from '#/platform/back'
import type { OpenPayment } from '#/state/open-payment'
import { clearPaymentRequest, type PaymentRequest } from '#/state/payment-request'
import { announcePayment } from '#/state/payment-tabs'
import { backOutOfPayment } from '../back'
import { beginPayment, renewSheet, restoreSheet } from '../begin'
import { followClosed, followPayment } from '../follow'
import { amountDue, type PaymentType } from '../model'
import { leavePayment, resumePayment } from '../outcome'
import type { PaymentSetting } from '../setting'
import { usePayment } from '../store'
import { PayFrame } from './PayFrame'
import { PaymentDialog } from './PaymentDialog'
import { Confirming, Failed, NothingToPay, Unknown, WaitingForApp, WaitingForWindow } from './PaymentStatus'
import { type AfterSuccess, SuccessDialog } from './SuccessDialog'

export interface PaymentHostProps {
  data: DashboardData
  setting: PaymentSetting
  /** The payment that a screen has just asked for. */
  request?: PaymentRequest
  /** The payment that a reload interrupted. */
  interrupted?: OpenPayment
  /** No dialog of the URL is about to close for the payment, so the payment may take a history entry. */
  alone: boolean
  /** A part of the payment is on screen now, so other dialogs close. */
  onShow(): void
  onPaid(): void
  /** The server's answer differs from the figures on screen, so they need a refetch. */
  onOutdated(): void
  onDone(paid: PaymentType, next: AfterSuccess): void
}

/** Hosts every payment of the app. Its chunk loads when the first payment is requested. */
export default function PaymentHost(props: PaymentHostProps) {
  const { data, setting, request, interrupted, alone, onShow, onPaid, onOutdated, onDone } = props
  const { phase, dialog, request: asked } = usePayment()
  useEffect(() => {
    if (!request) return
    clearPaymentRequest()
    void beginPayment(setting, request, data)
  }, [request, setting, data])
  useTakenUp(interrupted, setting, data)
  useRenewal(setting, data)
  useEffect(followPayment, [])
  useEffect(
    () =>
      followClosed(() => {
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
  useBackCloses(visible && alone, () => backOutOfPayment(() => finish('close')))
  useEffect(() => {
    if (phase === 'clear' || phase === 'failed') onOutdated()
    if (phase !== 'done') return
    announcePayment()
    onPaid()
  }, [phase, onPaid, onOutdated])
  return <PaymentView {...props} onFinish={finish} />
}

/** Resumes an interrupted payment once per page load, even if the figures change. */
function useTakenUp(interrupted: OpenPayment | undefined, setting: PaymentSetting, data: DashboardData) {
  const takenUp = useRef(false)
  useEffect(() => {
    if (!interrupted || takenUp.current) return
    takenUp.current = true
    void (interrupted.stage === 'sheet' ? restoreSheet(setting, interrupted, data) : resumePayment(interrupted))
  }, [interrupted, setting, data])
}

/** A transaction keeps the amount of its creation. When the dues change, the sheet gets a new transaction. */
function useRenewal(setting: PaymentSetting, data: DashboardData) {
  const { phase, dialog, request, transaction } = usePayment()
  const due = amountDue(request.type, data)
  const id = transaction?.rmTransactionId
  const known = useRef({ id, due })
  useEffect(() => {
    const { id: madeAs, due: madeFor } = known.current
    if (phase === 'starting') return
    known.current = { id, due }
    if (id !== undefined && id === madeAs && due !== madeFor && phase === 'choosing' && dialog) void renewSheet(setting)
  }, [id, due, phase, dialog, setting])
}

interface PaymentViewOwn extends Pick<PaymentHostProps, 'data' | 'setting'> {
  onFinish(next: AfterSuccess): void
}

function PaymentView({ data, setting, onFinish }: PaymentViewOwn) {
  const payment = usePayment()
  const props = { payment, data, setting }
  if (payment.dialog) return <PaymentDialog {...props} />
  switch (payment.phase) {
    case 'waiting':
      return <Waiting {...props} />
    case 'confirming':
      return <Confirming />
    case 'failed':
      return <Failed {...props} />
    case 'unknown':
      return <Unknown {...props} />
    case 'clear':
      return <NothingToPay {...props} />
    case 'done':
      return <SuccessDialog payment={payment} data={data} onDone={onFinish} />
    default:
      return null
  }
}

function Waiting(props: { payment: ReturnType<typeof usePayment>; setting: PaymentSetting }) {
  if (props.payment.venue === 'frame') return <PayFrame {...props} />
  return props.payment.venue === 'popup' ? <WaitingForWindow {...props} /> : <WaitingForApp {...props} />
}
