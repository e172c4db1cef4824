import { useAppConfig } from '#/api/config'
import { m } from '#/copy'
import { formatRupees } from '#/shared/money'
import { usePages } from '#/shared/use-pages'
import { EmptyShelfArt } from '#/ui/art/EmptyShelfArt'
import { EmptyState } from '#/ui/EmptyState'
import { LoadMore } from '#/ui/LoadMore'
import { RentSlip } from '#/ui/RentSlip'
import { SectionError } from '#/ui/SectionError'
import { SkeletonList } from '#/ui/Skeleton'
import { walletQuery } from '../queries'
import { MovementRow } from './MovementRow'

/** The wallet's balance and every movement, page by page. */
export function WalletStatement() {
  const { walletName } = useAppConfig()
  const { pages, failure, busy, more, loadMore, retry } = usePages(walletQuery)
  const failed = failure && (
    <SectionError
      title={m.errors_section()}
      message={failure.message}
      retryLabel={m.shell_retry()}
      busy={busy}
      onRetry={retry}
    />
  )
  if (!pages) return failed ?? <SkeletonList label={m.deposit_wallet_loading({ wallet: walletName })} />
  const rows = pages.flatMap((page) => page.transactions)
  const { rentoMoney = 0, total = rows.length } = pages.at(-1) ?? {}
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
              <MovementRow key={row.id} {...row} note={m.deposit_wallet_after({ amount: formatRupees(row.balance) })} />
            ))}
          </ul>
          {failed ?? (
            <LoadMore
              pages={pages.length}
              status={m.subscriptions_shown({ shown: rows.length, total })}
              label={m.subscriptions_load_more()}
              more={more}
              busy={busy}
              onLoad={loadMore}
            />
          )}
        </div>
      )}
    </div>
  )
}
