import { activeProducts, type DashboardData } from '#/api/dashboard'
import { m } from '#/copy'
import { ItemCard } from '#/features/subscriptions/components/ItemCard'
import { LinkButton } from '#/ui/LinkButton'
import { NoItems } from './NoItems'

/** The number of items that fit on a screen. The page of active items shows all. */
const SHOWN = 6

export function HomeItems({ data }: { data: DashboardData }) {
  const items = activeProducts(data)
  return (
    <section aria-labelledby="home-items">
      <header className="flex items-baseline justify-between gap-3 pb-3">
        <h2 id="home-items" className="font-bold text-dialog">
          {m.home_active_items()}
        </h2>
        {items.length > 0 && <p className="text-muted text-support">{m.home_items_count({ count: items.length })}</p>}
      </header>
      {items.length === 0 ? <NoItems /> : <ItemGrid items={items.slice(0, SHOWN)} />}
      {items.length > SHOWN && (
        <LinkButton to="/my-subscriptions/active-subscriptions" variant="quiet" compact className="mt-3">
          {m.home_see_all()}
        </LinkButton>
      )}
    </section>
  )
}

function ItemGrid({ items }: { items: ReturnType<typeof activeProducts> }) {
  return (
    <ul className="grid gap-3 help:grid-cols-2">
      {items.map((item) => (
        <li key={item.id} className="grid">
          <ItemCard item={item} brief />
        </li>
      ))}
    </ul>
  )
}
