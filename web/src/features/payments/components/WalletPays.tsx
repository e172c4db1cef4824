import { useAppConfig } from '#/api/config'
import { m } from '#/copy'
import { Dialog } from '#/kit/Dialog'
import { PayButton } from '#/kit/PayButton'
import { formatRupees } from '#/shared/money'
import { payManually } from '../begin'
import { leavePayment } from '../outcome'
import { PaymentTotal } from './PaymentTotal'
import type { PaymentViewProps } from './payment-view'

/** The wallet pays the whole amount at once and no gateway asks first, so this dialog announces it. */
export function WalletPays({ payment, data, context }: PaymentViewProps) {
  const { walletName: wallet } = useAppConfig()
  const { fromWallet, byGateway } = data.payNow
  const amount = formatRupees(fromWallet)
  const footer = (
    <PayButton wide busy={payment.phase === 'starting'} onClick={() => void payManually(context)}>
      {/* The dues may grow while this is on screen. Then a gateway collects the rest. */}
      {byGateway > 0 ? m.payments_go_on() : m.payments_wallet_pay({ amount, wallet })}
    </PayButton>
  )
  return (
    <Dialog title={m.payments_pay_rent()} onClose={leavePayment} footer={footer}>
      {byGateway === 0 && <p className="pb-5">{m.payments_wallet_all({ wallet })}</p>}
      <PaymentTotal total={byGateway} fromWallet={fromWallet} />
      {payment.request.autoDebit && <p className="pt-5">{m.payments_wallet_no_auto_debit()}</p>}
    </Dialog>
  )
}
