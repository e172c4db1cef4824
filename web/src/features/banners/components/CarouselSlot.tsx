import { m } from '#/copy'
import { lazyPart } from '#/kit/lazy-part'
import { afterFirstScreen } from '#/platform/first-screen'
import { isDirectLogin } from '#/state/session'
import { SpinnerBlock } from '#/ui/Spinner'
import { knownBanners } from '../model'

const PromoCarousel = lazyPart('offers', () => afterFirstScreen(() => import('./PromoCarousel')), {
  pending: <Coming />,
})

function Coming() {
  return <SpinnerBlock label={m.kit_loading()} className="min-h-62 desktop:min-h-56" />
}

/** Reserves the space of the carousel until it is loaded, so that nothing below moves. */
export function CarouselSlot({ sorted }: { sorted: readonly string[] }) {
  const banners = knownBanners(sorted, isDirectLogin())
  if (banners.length === 0) return null
  return (
    <div className="min-h-62 desktop:min-h-56">
      <PromoCarousel banners={banners} />
    </div>
  )
}
