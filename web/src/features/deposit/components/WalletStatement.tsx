import { useAppConfig } from '#/api/config'
import { useCustomerId } from '#/api/customer'
import { useDashboard } from '#/api/dashboard'
import { LEAST_PAYOUT } from '#/api/refund-preference'
import { m } from '#/copy'
import { DocumentLink } from '#/kit/DocumentLink'
import { DownloadButton } from '#/kit/DownloadButton'
import { InfiniteList } from '#/kit/InfiniteList'
import { payoutsUnderWay, payoutText } from '#/kit/wallet-payouts'
import { formatRupees } from '#/shared/money'
import { EmptyShelfArt } from '#/ui/art/EmptyShelfArt'
import { EmptyState } from '#/ui/EmptyState'
import { LinkButton } from '#/ui/LinkButton'
import { Notice } from '#/ui/Notice'
import { RentSlip } from '#/ui/RentSlip'
import { SkeletonList } from '#/ui/Skeleton'
import { walletPdf } from '../pdf'
import { type WalletRow, walletQuery } from '../queries'
import { movementWords } from '../words'
import { MovementRow } from './MovementRow'

interface WalletPage {
  transactions: WalletRow[]
  /** Rupees. */
  rentoMoney: number
  /** Rupees of the balance that are not promotional credit. */
  ownMoney: number
  /** Rupees of the balance that can be paid out on demand, after what is due is paid. */
  payout: { amount: number }
  total: number
}

/** The wallet's balance and every movement, page by page. */
export function WalletStatement() {
  const { walletName } = useAppConfig()
  return (
    <InfiniteList
      query={walletQuery(useCustomerId())}
      pending={<SkeletonList label={m.deposit_wallet_loading({ wallet: walletName })} />}
      status={(pages) => {
        const { rows, total } = sumOf(pages)
        return m.subscriptions_shown({ shown: rows.length, total })
      }}
      label={m.subscriptions_load_more()}
      failed={m.deposit_wallet_failed({ wallet: walletName })}
    >
      {(pages, end) => {
        const { rows, rentoMoney, ownMoney, paidOut } = sumOf(pages)
        return (
          <div className="grid gap-5">
            <PayoutsUnderWay />
            <RentSlip
              title={m.deposit_wallet_balance({ wallet: walletName })}
              amount={rentoMoney}
              tone={rentoMoney < 0 ? 'overdue' : 'plain'}
              note={ownMoney > 0 && ownMoney < rentoMoney && m.deposit_wallet_own({ amount: formatRupees(ownMoney) })}
            >
              {ownMoney >= LEAST_PAYOUT && paidOut < LEAST_PAYOUT && <p>{m.deposit_wallet_for_dues()}</p>}
              {paidOut >= LEAST_PAYOUT && (
                <LinkButton
                  wide
                  variant="secondary"
                  to="/home"
                  search={{ showSettlement: 'true' }}
                  state={{ settlementFrom: 'wallet' }}
                >
                  {m.deposit_wallet_pay_out()}
                </LinkButton>
              )}
            </RentSlip>
            {rows.length === 0 ? (
              <EmptyState art={<EmptyShelfArt />} title={m.deposit_wallet_empty_title({ wallet: walletName })}>
                {m.deposit_wallet_empty_text()}
              </EmptyState>
            ) : (
              <div>
                <ul className="divided rounded-card bg-surface px-4">
                  {numbered(rows).map((row) => (
                    <MovementRow
                      key={row.no}
                      {...row}
                      description={walletWords(row, walletName)}
                      note={m.deposit_wallet_after({ amount: formatRupees(row.balance) })}
                    />
                  ))}
                </ul>
                {end}
                <div className="pt-5">
                  <DownloadButton file={walletPdf} name="wallet.pdf" beside={<DocumentLink type="wallet" />} />
                </div>
              </div>
            )}
          </div>
        )
      }}
    </InfiniteList>
  )
}

/** Money that left the wallet and has not arrived yet. Without this notice, it would seem lost. */
function PayoutsUnderWay() {
  const { data } = useDashboard()
  if (!data) return null
  return payoutsUnderWay(data).map((payout) => (
    <Notice
      key={payout.settlementId}
      title={payoutText(payout)}
      action={
        <LinkButton
          to="/home"
          search={{ showSettlement: 'true' }}
          state={{ settlementFrom: 'statement', settlementId: payout.settlementId }}
          compact
        >
          {m.kit_payout_see()}
        </LinkButton>
      }
    />
  ))
}

/**
 * Numbers the rows for React. One ledger entry can move promotional credit and own money, so ids can repeat.
 */
function numbered<T>(rows: readonly T[]): (T & { no: number })[] {
  return rows.map((row, index) => ({ ...row, no: index }))
}

/** Marks movements of promotional credit, because it is used first and never paid out. */
function walletWords(row: WalletRow, wallet: string): string {
  const words = movementWords(row, wallet)
  return row.isGift && row.kind !== 'gift' ? m.deposit_moved_of_gift({ what: words }) : words
}

/** The page that was loaded last has the newest balance and the newest total of movements. */
function sumOf(pages: WalletPage[]) {
  const rows = pages.flatMap((page) => page.transactions)
  const { rentoMoney = 0, ownMoney = 0, payout, total = rows.length } = pages.at(-1) ?? {}
  return { rows, rentoMoney, ownMoney, paidOut: payout?.amount ?? 0, total }
}
