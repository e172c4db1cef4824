import { m } from '#/copy'
import { pageHref } from '#/copy/pages'
import { SofaArt } from '#/ui/art/SofaArt'
import { EmptyState } from '#/ui/EmptyState'
import { AnchorButton } from '#/ui/LinkButton'

/** Replaces the item list for customers without items. */
export function NoItems() {
  const start = (
    <AnchorButton href={pageHref('/')} variant="secondary">
      {m.banners_start_action()}
    </AnchorButton>
  )
  return (
    <div className="rounded-card bg-surface">
      <EmptyState art={<SofaArt />} title={m.home_no_items_title()} action={start}>
        {m.home_no_items_text()}
      </EmptyState>
    </div>
  )
}
