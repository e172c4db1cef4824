import { useId } from 'react'
import { m } from '#/copy'
import { formatDay } from '#/kit/dates'
import type { Extension } from './model'
import { leavingWords, takeBackWords } from './words'

/**
 * What the customer commits to: until when, the cost of leaving earlier, and until when it can be taken back.
 */
export function WhatBinds({ items }: { items: Extension[] }) {
  const title = useId()
  return (
    <section aria-labelledby={title} className="grid gap-2 pt-5">
      <h3 id={title} className="font-semibold">
        {m.extend_binds_title()}
      </h3>
      <ul className="grid gap-3">
        {items.map(({ orderItemId, productName, until, leaving, takeBackUntil }) => (
          <li key={orderItemId} className="grid gap-1">
            <p>{m.extend_binds({ item: productName, day: formatDay(until) ?? until })}</p>
            <p>{leavingWords(leaving)}</p>
            <p className="text-muted">{takeBackWords(takeBackUntil)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
