import { m } from '#/copy'
import type { CarouselWords } from '#/ui/Carousel'

export function carouselWords(carousel: string): CarouselWords {
  return {
    carousel,
    slide: (position, count) => m.banners_of({ position, count }),
    goTo: (position) => m.banners_go_to({ position }),
    previous: m.banners_previous(),
    next: m.banners_next(),
    pause: m.banners_pause(),
    play: m.banners_play(),
  }
}
