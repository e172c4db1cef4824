import { useAppConfig } from '#/api/config'
import { m } from '#/copy'
import { ActionError } from '#/kit/ActionError'
import { Confirm } from '#/kit/Dialog'
import { formatRupees } from '#/shared/money'

interface WalletConfirmProps {
  /** Rupees that go into the wallet. */
  amount: number
  /** Rupees that are due. The wallet pays them at once. */
  due: number
  busy: boolean
  error: Error | null
  onConfirm(): void
  onCancel(): void
}

/** Dues are paid before anything reaches the wallet (docs/rules.md R10). */
function consequence(amount: number, due: number, wallet: string): string {
  if (due <= 0) return m.refund_wallet_consequence()
  const paid = formatRupees(Math.min(amount, due))
  if (amount > due) return m.refund_wallet_pays_now({ paid, rest: formatRupees(amount - due), wallet })
  return m.refund_wallet_pays_all({ paid, left: formatRupees(due - amount) })
}

/** Asks before a refund goes into the wallet, because that happens at once and pays what is due. */
export function WalletConfirm({ amount, due, busy, error, onConfirm, onCancel }: WalletConfirmProps) {
  const { walletName } = useAppConfig()
  return (
    <Confirm
      title={m.refund_wallet_sure({ amount: formatRupees(amount), wallet: walletName })}
      confirmLabel={m.refund_wallet_yes({ wallet: walletName })}
      cancelLabel={m.refund_wallet_no()}
      busy={busy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>{consequence(amount, due, walletName)}</p>
      {amount > due && <p className="mt-3 text-muted">{m.refund_wallet_back()}</p>}
      <ActionError error={error} busy={busy} onRetry={onConfirm} />
    </Confirm>
  )
}
