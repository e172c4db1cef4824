import { useQuery } from '@tanstack/react-query'
import { addressesQuery } from '#/api/addresses'
import { closureReason } from '#/api/closure-reasons'
import { useCustomerId } from '#/api/customer'
import { type DashboardData, useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import type { ClosureAmount } from '#/features/closures/closure-amounts'
import { refundWayQuery } from '#/features/refund/calls'
import { RefundWay } from '#/features/refund/components/RefundWay'
import { AddressText } from '#/kit/AddressText'
import { formatDay, formatWholeDay } from '#/kit/dates'
import { depositOf } from '#/kit/deposit'
import { QueryContent } from '#/kit/QueryContent'
import { formatRupees, sumRupees } from '#/shared/money'
import { isDirectLogin } from '#/state/session'
import { Fact } from '#/ui/Fact'
import { Spinner } from '#/ui/Spinner'
import type { CloseDraft } from './model'

/** The data of the review. The request can be sent only when all of it has been on screen (`complete`). */
export function useReview({ addressId, added = [] }: CloseDraft) {
  const userId = useCustomerId()
  // An agent's refund preference is not stored, so there is none to show.
  const isAgent = isDirectLogin()
  const addresses = useQuery(addressesQuery(userId))
  const way = useQuery({ ...refundWayQuery(userId), enabled: !isAgent })
  const address = [...(addresses.data ?? []), ...added].find(({ id }) => id === addressId)
  return { addresses, address, isAgent, way, complete: address !== undefined && (isAgent || way.data !== undefined) }
}

interface ClosureReviewProps {
  draft: CloseDraft
  amounts: ClosureAmount[]
  review: ReturnType<typeof useReview>
}

/** A summary of all choices and of what is charged when, before the request is sent. */
export function ClosureReview({ draft, amounts, review }: ClosureReviewProps) {
  const total = sumRupees(amounts.map((amount) => amount.total))
  // Once the request is raised, the early closure charge is one more open invoice.
  const { data } = useDashboard()
  const open = sumRupees([data?.totalPayableAmount ?? 0, total])
  const lost = sumRupees(amounts.map(({ lostDiscount }) => lostDiscount))
  const left = sumRupees(amounts.map(({ advanceLeft }) => advanceLeft))
  // The rent up to the pickup comes out of what was paid in advance for these items, so it is taken off already.
  const paid = amounts.every(({ lostDiscount, advanceLeft }) => lostDiscount + advanceLeft > 0)
  const day = formatDay(draft.pickup) ?? ''
  return (
    <section className="grid gap-4" aria-labelledby="closure-review">
      <h4 id="closure-review" className="font-bold text-card">
        {m.close_review()}
      </h4>
      <dl className="grid gap-4 rounded-row bg-sunken p-4 desktop:grid-cols-2">
        <Fact term={m.close_review_items()} className="desktop:col-span-2">
          {amounts.map(({ orderItem }) => (
            <p key={orderItem.id}>{orderItem.productName}</p>
          ))}
        </Fact>
        <Fact term={m.close_review_from()}>
          <From {...review} />
        </Fact>
        <Fact term={m.close_review_day()}>{formatWholeDay(draft.pickup)}</Fact>
        <Fact term={m.close_review_reason()}>{draft.reason && closureReason(draft.reason)}</Fact>
        <Fact term={m.close_review_refund()}>
          {review.isAgent ? m.close_review_agent() : <RefundWay query={review.way} />}
        </Fact>
        <Fact term={m.close_review_when()} className="desktop:col-span-2">
          <p>{total > 0 ? m.close_review_now({ amount: formatRupees(total) }) : m.close_review_now_nothing()}</p>
          <p>{m.close_review_rent({ day })}</p>
          {(lost > 0 || left > 0) && <p>{aheadWords(lost, left)}</p>}
          <p>{m.close_review_check()}</p>
          <p>{open > 0 ? m.close_review_open({ amount: formatRupees(open) }) : m.close_review_open_none()}</p>
          <p>{data ? netWords(sumRupees([netOf(data, amounts, open), left]), day, paid) : m.close_review_deposit()}</p>
        </Fact>
      </dl>
    </section>
  )
}

/**
 * Rupees of the deposit of these items that are left after what is open, or below zero what is left to be paid.
 * The deposit that other items need stays, and so does that of items being inspected. A refund that is on its
 * way to the customer pays what is open before it goes out.
 */
function netOf({ depositDetails, readyRefund }: DashboardData, amounts: ClosureAmount[], open: number): number {
  const { held, needed, inspected } = depositOf(depositDetails)
  const deposit = sumRupees(amounts.map(({ orderItem }) => orderItem.deposit))
  const free = Math.max(0, Math.min(deposit, sumRupees([held, deposit, -needed, -inspected])))
  const { amount, refundPreference, heldOfDeposit, heldOfWallet } = readyRefund
  const onItsWay = refundPreference === 0 ? 0 : sumRupees([amount, -heldOfDeposit, -heldOfWallet])
  return sumRupees([free, -Math.max(0, sumRupees([open, -onItsWay]))])
}

/** What becomes of rent in advance. Both amounts are in rupees, with GST. */
function aheadWords(lost: number, left: number): string {
  return [
    m.close_review_ahead(),
    lost > 0 && m.close_review_ahead_lost({ amount: formatRupees(lost) }),
    left > 0 && m.close_review_ahead_left({ amount: formatRupees(left) }),
  ]
    .filter(Boolean)
    .join(' ')
}

function netWords(net: number, day: string, rentIsPaid: boolean): string {
  if (net === 0) return m.close_review_net_none()
  const words = { amount: formatRupees(Math.abs(net)), day }
  if (net > 0 && rentIsPaid) return m.close_review_net_back_ahead(words)
  return net > 0 ? m.close_review_net_back(words) : m.close_review_net_owed(words)
}

/** The address where the items are. */
function From({ addresses, address }: ClosureReviewProps['review']) {
  if (address) return <AddressText address={address} />
  return (
    <QueryContent
      query={addresses}
      pending={<Spinner label={m.kit_loading()} />}
      failed={m.address_list_failed()}
      age={null}
    >
      {() => <p>{m.close_review_no_address()}</p>}
    </QueryContent>
  )
}
