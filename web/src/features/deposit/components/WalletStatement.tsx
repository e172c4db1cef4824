import { useAppConfig } from '#/api/config'
import { m } from '#/copy'
import { Pages } from '#/kit/Pages'
import { formatRupees } from '#/shared/money'
import { EmptyShelfArt } from '#/ui/art/EmptyShelfArt'
import { EmptyState } from '#/ui/EmptyState'
import { RentSlip } from '#/ui/RentSlip'
import { SkeletonList } from '#/ui/Skeleton'
import { type WalletRow, walletQuery } from '../queries'
import { MovementRow } from './MovementRow'

interface WalletPage {
  transactions: WalletRow[]
  /** Rupees. */
  rentoMoney: number
  total: number
}

/** The wallet's balance and every movement, page by page. */
export function WalletStatement() {
  const { walletName } = useAppConfig()
  return (
    <Pages
      query={walletQuery}
      pending={<SkeletonList label={m.deposit_wallet_loading({ wallet: walletName })} />}
      status={(pages) => {
        const { rows, total } = sumOf(pages)
        return m.subscriptions_shown({ shown: rows.length, total })
      }}
      label={m.subscriptions_load_more()}
    >
      {(pages, end) => {
        const { rows, rentoMoney } = sumOf(pages)
        return (
          <div className="grid gap-5">
            <RentSlip
              title={m.deposit_wallet_balance({ wallet: walletName })}
              amount={rentoMoney}
              tone={rentoMoney < 0 ? 'overdue' : 'plain'}
            />
            {rows.length === 0 ? (
              <EmptyState art={<EmptyShelfArt />} title={m.deposit_wallet_empty_title({ wallet: walletName })}>
                {m.deposit_wallet_empty_text()}
              </EmptyState>
            ) : (
              <div>
                <ul className="divide-y divide-line rounded-card bg-surface px-4">
                  {rows.map((row) => (
                    <MovementRow
                      key={row.id}
                      {...row}
                      note={m.deposit_wallet_after({ amount: formatRupees(row.balance) })}
                    />
                  ))}
                </ul>
                {end}
              </div>
            )}
          </div>
        )
      }}
    </Pages>
  )
}

/** The newest page knows the balance and how many movements there are. */
function sumOf(pages: WalletPage[]) {
  const rows = pages.flatMap((page) => page.transactions)
  const { rentoMoney = 0, total = rows.length } = pages.at(-1) ?? {}
  return { rows, rentoMoney, total }
}
