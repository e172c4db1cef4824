import type { ReactNode } from 'react'
import { m } from '#/copy'
import { carouselWords } from '#/features/banners/components/carousel-words'
import { SPEED_DESKTOP_MS, SPEED_MOBILE_MS } from '#/features/banners/model'
import { useIsDesktop } from '#/shared/use-media'
import { CalmPlugArt } from '#/ui/art/CalmPlugArt'
import { CoinsArt } from '#/ui/art/CoinsArt'
import { PlugArt } from '#/ui/art/PlugArt'
import { Carousel } from '#/ui/Carousel'

/** How long each slide stays, in milliseconds. The first one takes longest to read. */
export const PROMO_STAY_MS = [10_000, 5000, 5000] as const

interface Slide {
  id: string
  art: ReactNode
  title: string
  text: string
}

/** Three reasons for auto debit. */
export function PromoSlides() {
  const desktop = useIsDesktop()
  const slides: Slide[] = [
    {
      id: 'on-time',
      art: <CalmPlugArt />,
      title: m.auto_debit_promo_slide_1_title(),
      text: m.auto_debit_promo_slide_1_text(),
    },
    {
      id: 'limit',
      art: <CoinsArt />,
      title: m.auto_debit_promo_slide_2_title(),
      text: m.auto_debit_promo_slide_2_text(),
    },
    {
      id: 'cancel',
      art: <PlugArt />,
      title: m.auto_debit_promo_slide_3_title(),
      text: m.auto_debit_promo_slide_3_text(),
    },
  ]
  return (
    <Carousel
      words={carouselWords(m.auto_debit_promo_title())}
      slides={slides.map(({ id, ...slide }) => ({ id, content: <SlideCard {...slide} /> }))}
      stayMs={PROMO_STAY_MS}
      speedMs={desktop ? SPEED_DESKTOP_MS : SPEED_MOBILE_MS}
      swipe={!desktop}
      loop
      bullets
    />
  )
}

function SlideCard({ art, title, text }: Omit<Slide, 'id'>) {
  return (
    <div className="grid h-full justify-items-center gap-2 bg-brand-soft p-5 text-center [&_svg]:h-24 [&_svg]:w-32">
      {art}
      <h3 className="font-semibold text-card">{title}</h3>
      <p className="text-muted text-support">{text}</p>
    </div>
  )
}
