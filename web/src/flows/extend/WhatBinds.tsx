import { useId } from 'react'
import { useAppConfig } from '#/api/config'
import { type DashboardData, useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { formatDay } from '#/kit/dates'
import type { Extension } from './model'
import { leavingWords, takeBackWords } from './words'

/**
 * What the customer commits to: until when, the cost of leaving earlier, and until when it can be taken back.
 */
export function WhatBinds({ items }: { items: Extension[] }) {
  const title = useId()
  const { walletName } = useAppConfig()
  const paidAhead = useDashboard().data?.paidAhead
  return (
    <section aria-labelledby={title} className="grid gap-2 pt-5">
      <h3 id={title} className="font-semibold">
        {m.extend_binds_title()}
      </h3>
      <ul className="grid gap-3">
        {items.map((item) => (
          <li key={item.orderItemId} className="grid gap-1">
            <p>{m.extend_binds({ item: item.productName, day: formatDay(item.until) ?? item.until })}</p>
            <p>{leavingWords(item.leaving)}</p>
            {paidMore(item, paidAhead) && (
              <p>{m.extend_paid_more({ day: formatDay(item.from) ?? item.from, wallet: walletName })}</p>
            )}
            <p className="text-muted">{takeBackWords(item.takeBackUntil)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The rent in advance of this item was paid at a rent that falls while it is paid. */
function paidMore({ orderItemId, rent, newRent, from }: Extension, paidAhead: DashboardData['paidAhead']): boolean {
  if (!paidAhead?.until || paidAhead.until < from || newRent >= rent) return false
  return paidAhead.items.some(({ id, endedOn }) => id === orderItemId && (!endedOn || endedOn > from))
}
