import { m } from '#/copy'
import type { CarouselWords } from '#/ui/Carousel'

export function carouselWords(carousel: string): CarouselWords {
  return {
    carousel,
    slide: (position, count) => m.home_banner_of({ position, count }),
    goTo: (position) => m.home_banner_go_to({ position }),
    previous: m.home_banner_previous(),
    next: m.home_banner_next(),
    pause: m.home_banner_pause(),
    play: m.home_banner_play(),
  }
}
