import { m } from '#/copy'
import { usePages } from '#/shared/use-pages'
import { EmptyShelfArt } from '#/ui/art/EmptyShelfArt'
import { SofaArt } from '#/ui/art/SofaArt'
import { EmptyState } from '#/ui/EmptyState'
import { LoadMore } from '#/ui/LoadMore'
import { SectionError } from '#/ui/SectionError'
import { SkeletonList } from '#/ui/Skeleton'
import { type SubscriptionStatus, subscriptionsQuery } from '../queries'
import { ItemCard } from './ItemCard'

/** Every item of one kind, page by page. */
export function SubscriptionList({ status }: { status: SubscriptionStatus }) {
  const { pages, failure, busy, more, loadMore, retry } = usePages(subscriptionsQuery(status))
  const failed = failure && (
    <SectionError
      title={m.errors_section()}
      message={failure.message}
      retryLabel={m.shell_retry()}
      busy={busy}
      onRetry={retry}
    />
  )
  if (!pages) return failed ?? <SkeletonList label={m.subscriptions_loading()} />
  const items = pages.flatMap((page) => page.subscriptions)
  const total = pages.at(-1)?.total ?? items.length
  if (items.length === 0) return <NoItems status={status} />
  return (
    <>
      <ul className="grid gap-3 desk:grid-cols-2">
        {items.map((item) => (
          <li key={item.id} className="grid">
            <ItemCard item={item} />
          </li>
        ))}
      </ul>
      {failed ?? (
        <LoadMore
          pages={pages.length}
          status={m.subscriptions_shown({ shown: items.length, total })}
          label={m.subscriptions_load_more()}
          more={more}
          busy={busy}
          onLoad={loadMore}
        />
      )}
    </>
  )
}

function NoItems({ status }: { status: SubscriptionStatus }) {
  return status === 'active' ? (
    <EmptyState art={<SofaArt />} title={m.subscriptions_active_empty()}>
      {m.subscriptions_active_empty_text()}
    </EmptyState>
  ) : (
    <EmptyState art={<EmptyShelfArt />} title={m.subscriptions_closed_empty()}>
      {m.subscriptions_closed_empty_text()}
    </EmptyState>
  )
}
