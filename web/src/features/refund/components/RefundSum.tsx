import { useAppConfig } from '#/api/config'
import { m } from '#/copy'
import { Amount } from '#/ui/Amount'
import type { Settlement } from '../calls'
import { paysDueWords } from '../words'

/** The amount of a refund, above the ways to get it. */
export function RefundSum({ settlement }: { settlement: Settlement }) {
  const { walletName } = useAppConfig()
  const note = paysDueWords(settlement)
  return (
    <div className="grid gap-1 rounded-row bg-sunken px-4 py-3">
      <p className="flex items-baseline justify-between gap-4">
        <span className="text-muted">{sumWords(settlement, walletName)}</span>
        <Amount value={settlement.refund} />
      </p>
      {note && <p className="text-support">{note}</p>}
    </div>
  )
}

/** A deposit, with unused rent in advance if there is some, or money from the wallet. */
function sumWords({ origin, lines }: Settlement, wallet: string): string {
  if (origin === 'wallet') return m.refund_of_wallet({ wallet })
  return lines.some(({ kind }) => kind === 'advance') ? m.refund_with_advance() : m.refund_deposit()
}
