import { useQuery } from '@tanstack/react-query'
import { addressesQuery } from '#/api/addresses'
import { closureReason } from '#/api/closure-reasons'
import { useCustomerId } from '#/api/customer'
import { useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { type ClosureAmount, sumRupees } from '#/features/closures/closure-amounts'
import { useRefundWords } from '#/features/refund/use-refund-words'
import { AddressText } from '#/kit/AddressText'
import { formatDay, formatWholeDay } from '#/kit/dates'
import { formatRupees } from '#/shared/money'
import { isDirectLogin } from '#/state/session'
import { Fact } from '#/ui/Fact'
import type { CloseDraft } from './model'

interface ClosureReviewProps {
  draft: CloseDraft
  amounts: ClosureAmount[]
}

/** All that was chosen once more, and what is charged when, before the request is sent. */
export function ClosureReview({ draft, amounts }: ClosureReviewProps) {
  const total = sumRupees(amounts.map((amount) => amount.total))
  // What leaving early costs is one more open invoice once the request is raised.
  const open = sumRupees([useDashboard().data?.totalPayableAmount ?? 0, total])
  const day = formatDay(draft.pickup) ?? ''
  const address = useAddress(draft)
  const stored = useRefundWords()
  const refund = isDirectLogin() ? m.close_review_agent() : stored
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
        <Fact term={m.close_review_from()}>{address && <AddressText address={address} />}</Fact>
        <Fact term={m.close_review_day()}>{formatWholeDay(draft.pickup)}</Fact>
        <Fact term={m.close_review_reason()}>{draft.reason && closureReason(draft.reason)}</Fact>
        <Fact term={m.close_review_refund()}>{refund}</Fact>
        <Fact term={m.close_review_when()} className="desktop:col-span-2">
          <p>{total > 0 ? m.close_review_now({ amount: formatRupees(total) }) : m.close_review_now_nothing()}</p>
          <p>{m.close_review_rent({ day })}</p>
          <p>{m.close_review_check()}</p>
          <p>{open > 0 ? m.close_review_open({ amount: formatRupees(open) }) : m.close_review_open_none()}</p>
          <p>{m.close_review_deposit()}</p>
        </Fact>
      </dl>
    </section>
  )
}

function useAddress({ addressId, added = [] }: CloseDraft) {
  const { data: saved = [] } = useQuery(addressesQuery(useCustomerId()))
  return [...saved, ...added].find(({ id }) => id === addressId)
}
