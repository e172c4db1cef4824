import type { ReactNode } from 'react'
import { useCustomerId } from '#/api/customer'
import { m } from '#/copy'
import { InfiniteList } from '#/kit/InfiniteList'
import { StartRenting } from '#/kit/StartRenting'
import { EmptyShelfArt } from '#/ui/art/EmptyShelfArt'
import { SofaArt } from '#/ui/art/SofaArt'
import { EmptyState } from '#/ui/EmptyState'
import { SkeletonList } from '#/ui/Skeleton'
import { type Subscription, type SubscriptionStatus, subscriptionsQuery } from '../queries'
import { ItemCard } from './ItemCard'

interface SubscriptionListProps {
  status: SubscriptionStatus
  /** More information about an item, such as a live request. */
  note?(item: Subscription): ReactNode
}

/** All active or all closed items, page by page. */
export function SubscriptionList({ status, note }: SubscriptionListProps) {
  return (
    <InfiniteList
      query={subscriptionsQuery(useCustomerId(), status)}
      pending={<SkeletonList label={m.subscriptions_loading()} />}
      status={(pages) => m.subscriptions_shown(shown(pages))}
      label={m.subscriptions_load_more()}
      failed={m.subscriptions_list_failed()}
    >
      {(pages, end) => {
        const items = pages.flatMap((page) => page.subscriptions)
        if (items.length === 0) return <NoItems status={status} />
        return (
          <>
            <ul className="grid gap-3 desktop:grid-cols-2">
              {items.map((item) => (
                <li key={item.id} className="grid">
                  <ItemCard item={item}>{note?.(item)}</ItemCard>
                </li>
              ))}
            </ul>
            {end}
          </>
        )
      }}
    </InfiniteList>
  )
}

function shown(pages: { subscriptions: unknown[]; total: number }[]) {
  const count = pages.reduce((sum, page) => sum + page.subscriptions.length, 0)
  return { shown: count, total: pages.at(-1)?.total ?? count }
}

function NoItems({ status }: { status: SubscriptionStatus }) {
  return status === 'active' ? (
    <EmptyState art={<SofaArt />} title={m.subscriptions_active_empty()} action={<StartRenting />}>
      {m.subscriptions_active_empty_text()}
    </EmptyState>
  ) : (
    <EmptyState art={<EmptyShelfArt />} title={m.subscriptions_closed_empty()}>
      {m.subscriptions_closed_empty_text()}
    </EmptyState>
  )
}
