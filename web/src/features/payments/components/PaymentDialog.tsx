import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { advanceOptionsQuery } from '#/api/advance-rent'
import { useCustomerId } from '#/api/customer'
import { m } from '#/copy'
import { DepositDay } from '#/kit/DepositDay'
import { Dialog } from '#/kit/Dialog'
import { formatDay } from '#/kit/dates'
import { RetryButton } from '#/kit/LoadError'
import { PayButton } from '#/kit/PayButton'
import { formatRupees } from '#/shared/money'
import { PlugArt } from '#/ui/art/PlugArt'
import { Button } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'
import { Notice } from '#/ui/Notice'
import { payManually, payWithAutoDebit } from '../begin'
import { payAtGateway } from '../gateway'
import { defaultGateway } from '../gateway-choices'
import { amountDue, chargedAmount, debitedAnyway } from '../model'
import { leavePayment } from '../outcome'
import { useSetUp } from '../use-set-up'
import { AutoDebitActive } from './AutoDebitActive'
import { AutoDebitOptionList } from './AutoDebitOptionList'
import { GatewayList } from './GatewayList'
import { PaymentTotal } from './PaymentTotal'
import type { PaymentViewProps } from './payment-view'
import { SecureNote } from './SecureNote'
import { SetUpAtGateway, SetUpErrorNotice } from './SetUpAtGateway'
import { TermsCheck } from './TermsCheck'
import { useTerms } from './use-terms'
import { WalletPays } from './WalletPays'

/** Room below the list, in px, for the floating terms and button. */
const PAYMENT_PADDING = 180

/** Shows "Auto Debit is Active" or the wallet first where one applies, otherwise the choice of how to pay. */
export function PaymentDialog(props: PaymentViewProps) {
  if (props.payment.autoDebitActive) return <AutoDebitActive {...props} />
  if (props.payment.covered) return <WalletPays {...props} />
  return props.payment.autoDebit ? <AutoDebitChoice {...props} /> : <GatewayChoice {...props} />
}

/** Before a transaction exists, these are the dashboard's figures. Afterwards they are the real charge. */
function totals({ payment: { transaction, request }, data }: PaymentViewProps) {
  if (!transaction && request.type === 'due')
    return { total: data.payNow.byGateway, fromWallet: data.payNow.fromWallet }
  if (!transaction) return { total: amountDue(request.type, data), fromWallet: 0 }
  return { total: chargedAmount(transaction), fromWallet: transaction.walletAmount }
}

function GatewayChoice(props: PaymentViewProps) {
  return props.payment.gateways.length > 0 ? <GatewayForm {...props} /> : <NoGateways {...props} />
}

/** No gateway can take a payment now. The dialog says why and offers a retry. */
function NoGateways({ payment, context }: PaymentViewProps) {
  const again = (
    <RetryButton variant="primary" busy={payment.phase === 'starting'} onClick={() => void payManually(context)} />
  )
  return (
    <Dialog title={m.payments_choose_mode()} onClose={leavePayment}>
      <EmptyState art={<PlugArt />} title={m.payments_no_gateways()} action={again}>
        {m.payments_no_gateways_text()}
      </EmptyState>
    </Dialog>
  )
}

function GatewayForm(props: PaymentViewProps) {
  const { payment, data, context } = props
  const terms = useTerms()
  const [chosen, setChosen] = useState<number>()
  // A new amount may come with other gateways. If the chosen gateway is gone, the default replaces it.
  const gateway = payment.gateways.find(({ id }) => id === chosen) ?? defaultGateway(payment.gateways)
  const { total, fromWallet } = totals(props)
  const pay = () => gateway && terms.guard(() => void payAtGateway(context, gateway))
  return (
    <ModeDialog
      terms={terms.field}
      label={m.payments_pay_amount({ amount: formatRupees(total) })}
      onPay={pay}
      busy={payment.phase === 'starting'}
    >
      {payment.request.type === 'advance-rent' && <MonthsAhead months={payment.request.months} />}
      <PaymentTotal total={total} fromWallet={fromWallet} />
      {payment.request.type === 'due' && <DebitedAnyway data={data} />}
      {payment.request.type === 'deposit' && (
        <div className="pt-3 text-support">
          <DepositDay data={data} />
        </div>
      )}
      <GatewayList gateways={payment.gateways} selected={gateway?.id} onSelect={setChosen} />
    </ModeDialog>
  )
}

/** Which part of the dues is debited anyway. A payment by hand takes the place of that debit. */
function DebitedAnyway({ data }: Pick<PaymentViewProps, 'data'>) {
  const debit = debitedAnyway(data)
  if (!debit) return null
  const words = {
    amount: formatRupees(debit.amount),
    account: debit.account,
    date: formatDay(debit.date) ?? '',
    rest: formatRupees(debit.besides ?? 0),
  }
  return (
    <Notice tone="due" className="mt-4">
      <span className="wrap-anywhere">
        {debit.besides ? m.payments_debited_part(words) : m.payments_debited_all(words)}
      </span>
    </Notice>
  )
}

/** The months of rent that are paid in advance, according to the chosen offer. */
function MonthsAhead({ months = 0 }: { months?: number }) {
  const { data } = useQuery(advanceOptionsQuery(useCustomerId()))
  const offer = data?.rentalOptions.find((option) => option.months === months)
  const [from, to] = [formatDay(offer?.from), formatDay(offer?.to)]
  if (!from || !to) return null
  return <p className="pb-3">{m.payments_ahead({ months, from, to })}</p>
}

function AutoDebitChoice(props: PaymentViewProps) {
  return props.data.paymentOptions.length > 0 ? <AutoDebitForm {...props} /> : <NoAutoDebit {...props} />
}

/** Auto debit cannot be set up now. The dialog says why and offers to pay manually. */
function NoAutoDebit(props: PaymentViewProps) {
  const { payment, context } = props
  const manually = (
    <Button busy={payment.phase === 'starting'} onClick={() => void payManually(context)}>
      {m.payments_pay_manually()}
    </Button>
  )
  return (
    <Dialog title={m.payments_choose_mode()} onClose={leavePayment}>
      <PaymentTotal {...totals(props)} />
      <EmptyState art={<PlugArt />} title={m.payments_no_options()} action={manually}>
        {m.payments_no_options_text()}
      </EmptyState>
    </Dialog>
  )
}

/** Sets up auto debit first and then pays the dues. Each may succeed without the other. */
function AutoDebitForm(props: PaymentViewProps) {
  const { payment, data, context } = props
  const terms = useTerms()
  const [chosen, setChosen] = useState<string>()
  const option = data.paymentOptions.find(({ uniqueId }) => uniqueId === chosen) ?? data.paymentOptions[0]
  const { total, fromWallet } = totals(props)
  const setUp = useSetUp(() => option && void payWithAutoDebit(context, option))
  const { at } = setUp.phase
  const pay = () => option && terms.guard(() => void setUp.start(option))
  if (at !== 'idle' && at !== 'starting') return <SetUpAtGateway {...setUp} />
  return (
    <ModeDialog
      terms={terms.field}
      label={m.payments_set_and_pay({ amount: formatRupees(total) })}
      onPay={pay}
      busy={payment.phase === 'starting' || at === 'starting'}
    >
      <PaymentTotal total={total} fromWallet={fromWallet} />
      <SetUpErrorNotice phase={setUp.phase} />
      <AutoDebitOptionList options={data.paymentOptions} selected={option?.uniqueId} onSelect={setChosen} />
      <p className="pt-4 text-center">
        <Button variant="quiet" compact onClick={() => void payManually(context)}>
          {m.payments_pay_manually()}
        </Button>
      </p>
    </ModeDialog>
  )
}

interface ModeDialogProps {
  terms: ReturnType<typeof useTerms>['field']
  /** The label of the pay button. */
  label: string
  onPay(): void
  busy: boolean
  children: ReactNode
}

function ModeDialog({ terms, label, onPay, busy, children }: ModeDialogProps) {
  const footer = (
    <div className="grid gap-2">
      <TermsCheck {...terms} />
      <PayButton wide busy={busy} onClick={onPay}>
        {label}
      </PayButton>
    </div>
  )
  return (
    <Dialog title={m.payments_choose_mode()} onClose={leavePayment} footer={footer} bodyPadding={PAYMENT_PADDING}>
      {children}
      <SecureNote />
    </Dialog>
  )
}
