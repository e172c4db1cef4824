import { useAppConfig } from '#/api/config'
import { m } from '#/copy'
import { formatRupees } from '#/shared/money'
import { Amount } from '#/ui/Amount'
import { AmountList, AmountRow } from '#/ui/AmountRow'

interface PaymentTotalProps {
  /** The amount that will be charged, in rupees. */
  total: number
  /** The amount that the wallet pays on top of it, in rupees. */
  fromWallet: number
}

export function PaymentTotal({ total, fromWallet }: PaymentTotalProps) {
  const { walletName } = useAppConfig()
  return (
    <div className="rounded-row bg-sunken p-4">
      <p className="flex items-baseline justify-between gap-4">
        <span className="text-muted">{m.payments_total()}</span>
        <Amount value={total} className="font-bold text-dialog" />
      </p>
      {fromWallet > 0 && (
        <div className="pt-2 text-support">
          <AmountList>
            <AmountRow label={m.payments_from_wallet({ wallet: walletName })} value={fromWallet} />
          </AmountList>
        </div>
      )}
    </div>
  )
}

/** How a total is split between wallet and gateway, in rupees. Renders nothing if the wallet pays nothing. */
export function PaymentSplit({ fromWallet, byGateway }: { fromWallet: number; byGateway: number }) {
  const { walletName: wallet } = useAppConfig()
  if (fromWallet === 0) return null
  const words = { amount: formatRupees(fromWallet), rest: formatRupees(byGateway), wallet }
  return <p className="text-center text-support">{m.payments_split(words)}</p>
}
