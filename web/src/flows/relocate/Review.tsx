import { useEffect, useRef } from 'react'
import { addressText } from '#/api/addresses'
import { useAppConfig } from '#/api/config'
import { type ActiveProduct, type DashboardData, useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { heldWords, slotTime } from '#/features/visits/slots'
import { formatWholeDay } from '#/kit/dates'
import { Fact } from '#/ui/Fact'
import { Notice } from '#/ui/Notice'
import type { RelocateDraft } from './model'

interface ReviewProps {
  draft: RelocateDraft
  products: ActiveProduct[]
  cities: DashboardData['locations']
}

/** A summary of all choices and of their effect on tax, before the request is sent. */
export function Review({ draft, products, cities }: ReviewProps) {
  const { pickupPlace, pickup, slot, dropPlace, drop } = draft
  const { data } = useDashboard()
  const { walletName: wallet } = useAppConfig()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The summary replaces the calendar, which had the focus.
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }, [])
  if (!pickupPlace || !dropPlace) return null
  const date = formatWholeDay(drop) ?? ''
  const stateOf = (city: string) => cities.find(({ name }) => name === city)?.state ?? city
  const [from, to] = [stateOf(pickupPlace.city), stateOf(dropPlace.city)]
  const ahead = from === to ? [] : paidBeyond(data?.paidAhead, draft.chosen, drop)
  return (
    <section className="grid gap-4" aria-labelledby="relocate-review">
      <h4 id="relocate-review" ref={heading} tabIndex={-1} className="scroll-mt-2 font-bold text-card outline-none">
        {m.relocate_review()}
      </h4>
      <dl className="grid gap-4 rounded-row bg-sunken p-4 desktop:grid-cols-2">
        <Fact term={m.relocate_review_items()} className="desktop:col-span-2">
          {products.map((product) => (
            <p key={product.id}>{product.name}</p>
          ))}
        </Fact>
        <Fact term={m.relocate_review_from()}>
          <p>{addressText(pickupPlace).line}</p>
          <p className="font-semibold">{formatWholeDay(pickup)}</p>
          {slot && <p>{slotTime(slot)}</p>}
          {slot?.heldUntil && <p className="text-muted text-support">{heldWords(slot)}</p>}
        </Fact>
        <Fact term={m.relocate_review_to()}>
          <p>{addressText(dropPlace).line}</p>
          <p className="font-semibold">{date}</p>
        </Fact>
      </dl>
      <Notice>
        {from === to ? m.relocate_review_same_supply({ state: to }) : m.relocate_review_supply({ from, to, date })}
      </Notice>
      {ahead.length > 0 && <Notice>{m.relocate_review_ahead({ items: ahead.join(', '), date, wallet })}</Notice>}
    </section>
  )
}

/** The names of the chosen items whose rent is paid in advance beyond a day. */
function paidBeyond(paid: DashboardData['paidAhead'], chosen: number[], day: string | undefined): string[] {
  if (!paid?.until || !day || paid.until < day) return []
  return paid.items.filter(({ id, endedOn }) => chosen.includes(id) && !endedOn).map(({ name }) => name)
}
