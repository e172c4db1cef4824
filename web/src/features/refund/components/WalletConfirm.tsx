import { useAppConfig } from '#/api/config'
import { m } from '#/copy'
import { Confirm } from '#/kit/Dialog'
import { formatRupees } from '#/shared/money'

interface WalletConfirmProps {
  /** Rupees that go into the wallet. */
  amount: number
  busy: boolean
  onConfirm(): void
  onCancel(): void
}

/** A refund that goes into the wallet is there at once and pays what falls due: that is said before it happens. */
export function WalletConfirm({ amount, busy, onConfirm, onCancel }: WalletConfirmProps) {
  const { walletName } = useAppConfig()
  return (
    <Confirm
      title={m.settlement_wallet_sure({ amount: formatRupees(amount), wallet: walletName })}
      confirmLabel={m.settlement_wallet_yes({ wallet: walletName })}
      cancelLabel={m.settlement_wallet_no()}
      busy={busy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>{m.settlement_wallet_consequence()}</p>
      <p className="mt-3 text-muted">{m.settlement_wallet_back()}</p>
    </Confirm>
  )
}
