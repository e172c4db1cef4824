import { m } from '#/copy'
import { useIsDesktop } from '#/shared/use-media'
import { Carousel } from '#/ui/Carousel'
import { AUTOPLAY_MS, type BannerName, carouselRules } from '../model'
import { BannerCard } from './BannerCard'
import { carouselWords } from './carousel-words'

/** Shows the offers one at a time. */
export default function PromoCarousel({ banners }: { banners: BannerName[] }) {
  const rules = carouselRules(banners.length, useIsDesktop())
  return (
    <Carousel
      words={carouselWords(m.banners_label())}
      slides={banners.map((name) => ({ id: name, content: <BannerCard name={name} /> }))}
      stayMs={rules.autoplay ? banners.map(() => AUTOPLAY_MS) : undefined}
      speedMs={rules.speedMs}
      swipe={rules.sliding}
      loop={rules.loop}
      bullets={rules.bullets}
    />
  )
}
