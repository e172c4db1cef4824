import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ActiveProduct } from '#/api/dashboard'
import { m } from '#/copy'
import { formatDay } from '#/kit/dates'
import { formatRupees } from '#/shared/money'
import { ProductRow } from '#/ui/ProductRow'

interface ItemCardProps {
  item: ActiveProduct & { closedDate?: string }
  /** Leaves out the day of delivery, for home. */
  brief?: boolean
  /** More information about the item. */
  children?: ReactNode
}

/** A rented item: its name, its tenure and its rent. */
export function ItemCard({ item, brief = false, children }: ItemCardProps) {
  const lines = brief ? [tenure(item), pickup(item)] : [since(item), tenure(item), pickup(item)]
  return (
    <ProductRow name={item.name} thumbnail={item.thumbnail}>
      {lines.map((line) => line && <p key={line}>{line}</p>)}
      {!item.closedDate && <p>{m.subscriptions_rent_a_month({ amount: formatRupees(item.rent) })}</p>}
      {item.tenurePhase && !item.pickupDate && <GoesOn ended={item.tenurePhase === 'ended'} />}
      {children}
    </ProductRow>
  )
}

/** What holds after the tenure, of an item that stays. */
function GoesOn({ ended }: { ended: boolean }) {
  return (
    <>
      <p>{ended ? m.subscriptions_goes_on() : m.subscriptions_goes_on_then()}</p>
      <Link
        to="/home"
        search={{ requestType: 'extend-subscription' }}
        className="inline-flex min-h-8 items-center font-semibold text-brand-ink underline-offset-4 hover:underline"
      >
        {m.subscriptions_extend()}
      </Link>
    </>
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

function tenure({ expectedClosureDate, closedDate, tenurePhase }: ItemCardProps['item']): string | undefined {
  const closed = formatDay(closedDate)
  if (closed) return m.subscriptions_closed_on({ date: closed })
  const date = formatDay(expectedClosureDate)
  if (!date) return undefined
  return tenurePhase === 'ended' ? m.subscriptions_tenure_ended({ date }) : m.subscriptions_tenure_ends({ date })
}
