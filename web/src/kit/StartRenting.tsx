import { m } from '#/copy'
import { pageHref } from '#/copy/pages'
import { AnchorButton } from '#/ui/LinkButton'

/** Leads to what can be rented, and says there how. */
export function StartRenting({ variant, compact }: Pick<Parameters<typeof AnchorButton>[0], 'variant' | 'compact'>) {
  return (
    <AnchorButton href={`${pageHref('/')}#offer`} variant={variant} compact={compact}>
      {m.banners_start_action()}
    </AnchorButton>
  )
}
