import { m } from '#/copy'
import { StartRenting } from '#/kit/StartRenting'
import { SofaArt } from '#/ui/art/SofaArt'
import { EmptyState } from '#/ui/EmptyState'

/** Replaces the item list for customers without items. */
export function NoItems() {
  return (
    <div className="rounded-card bg-surface">
      <EmptyState art={<SofaArt />} title={m.home_no_items_title()} action={<StartRenting variant="secondary" />}>
        {m.home_no_items_text()}
      </EmptyState>
    </div>
  )
}
