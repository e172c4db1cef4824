import type { ReactNode } from 'react'
import type { ActiveProduct } from '#/api/dashboard'
import { m } from '#/copy'
import { formatDay } from '#/kit/dates'
import { formatRupees } from '#/shared/money'
import { ProductRow } from '#/ui/ProductRow'

interface ItemCardProps {
  item: ActiveProduct & { closedDate?: string }
  /** Without the day of delivery: for home. */
  brief?: boolean
  /** What else is to be said of it. */
  children?: ReactNode
}

/** One rented thing: what it is, until when, and what it costs. */
export function ItemCard({ item, brief = false, children }: ItemCardProps) {
  const lines = brief ? [tenure(item), pickup(item)] : [since(item), tenure(item), pickup(item)]
  return (
    <ProductRow name={item.name} thumbnail={item.thumbnail}>
      {lines.map((line) => line && <p key={line}>{line}</p>)}
      {!item.closedDate && <p>{m.subscriptions_rent_a_month({ amount: formatRupees(item.rent) })}</p>}
      {children}
    </ProductRow>
  )
}

function since({ deliveryDate }: ItemCardProps['item']): string | undefined {
  const date = formatDay(deliveryDate)
  return date && m.subscriptions_since({ date })
}

function pickup({ pickupDate }: ItemCardProps['item']): string | undefined {
  const day = formatDay(pickupDate)
  return day && m.subscriptions_pickup_on({ day })
}

function tenure({ expectedClosureDate, closedDate }: ItemCardProps['item']): string | undefined {
  const closed = formatDay(closedDate)
  if (closed) return m.subscriptions_closed_on({ date: closed })
  const date = formatDay(expectedClosureDate)
  return date && m.subscriptions_tenure_ends({ date })
}
