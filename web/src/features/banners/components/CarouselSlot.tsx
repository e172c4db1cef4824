import { lazy, Suspense } from 'react'
import { m } from '#/copy'
import { SpinnerBlock } from '#/ui/Spinner'
import { knownBanners } from '../model'

const PromoCarousel = lazy(() => import('./PromoCarousel'))

/** The room of the carousel is kept free until it arrives, so that nothing below jumps. */
export function CarouselSlot({ sorted }: { sorted: readonly string[] }) {
  const banners = knownBanners(sorted)
  if (banners.length === 0) return null
  return (
    <div className="min-h-56">
      <Suspense fallback={<SpinnerBlock label={m.shell_loading()} className="min-h-56" />}>
        <PromoCarousel banners={banners} />
      </Suspense>
    </div>
  )
}
