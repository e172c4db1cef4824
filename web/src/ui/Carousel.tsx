import Autoplay from 'embla-carousel-autoplay'
import useEmblaCarousel from 'embla-carousel-react'
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { type ReactNode, useCallback, useState, useSyncExternalStore } from 'react'
import { cx } from '#/shared/cx'
import { useMedia } from '#/shared/use-media'
import { IconButton } from './IconButton'

export interface CarouselWords {
  carousel: string
  slide(position: number, count: number): string
  goTo(position: number): string
  previous: string
  next: string
  pause: string
  play: string
}

export interface CarouselProps {
  words: CarouselWords
  slides: { id: string; content: ReactNode }[]
  /** Milliseconds that each slide stays. Without it, there is no autoplay. */
  stayMs?: readonly number[]
  /** Milliseconds that a change of slides takes. */
  speedMs: number
  /** Whether the customer can drag or swipe. */
  swipe: boolean
  loop?: boolean
  bullets?: boolean
}

/**
 * Measured on the library's spring.
 * Each unit of stiffness adds this much to the time until rest, after an offset.
 */
const MS_PER_UNIT = 40
const MS_BEFORE_FIRST_UNIT = -310

/**
 * The library moves slides with a spring instead of a duration.
 * Returns the stiffness that comes to rest after `speedMs`.
 */
export function springFor(speedMs: number): number {
  return Math.round((speedMs - MS_BEFORE_FIRST_UNIT) / MS_PER_UNIT)
}

/**
 * Slides with buttons to move between them.
 * Autoplay stops on hover, focus, touch and hidden tabs, and can be paused.
 */
export function Carousel({ words, slides, stayMs, speedMs, swipe, loop = false, bullets = false }: CarouselProps) {
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const autoplay = stayMs !== undefined && slides.length > 1 && !still
  const [plugins] = useState(() =>
    autoplay
      ? [Autoplay({ delay: () => [...stayMs], stopOnInteraction: false, stopOnMouseEnter: true, stopOnFocusIn: true })]
      : [],
  )
  const [root, embla] = useEmblaCarousel(
    { loop, watchDrag: swipe, duration: springFor(speedMs), align: 'start' },
    plugins,
  )
  const followSelection = useCallback(
    (changed: () => void) => {
      embla?.on('select', changed)
      return () => void embla?.off('select', changed)
    },
    [embla],
  )
  const selected = useSyncExternalStore(followSelection, () => embla?.selectedScrollSnap() ?? 0)
  const [paused, setPaused] = useState(false)
  // The plugin is not initialized while there is only one position to scroll to.
  const player = () => (embla && embla.scrollSnapList().length > 1 ? embla.plugins().autoplay : undefined)
  const toggle = () => {
    if (paused) player()?.play()
    else player()?.stop()
    setPaused(!paused)
  }
  const keepPaused = () => {
    if (paused) player()?.stop()
  }
  return (
    <section aria-roledescription="carousel" aria-label={words.carousel} onMouseLeave={keepPaused} onBlur={keepPaused}>
      <div ref={root} className="overflow-hidden rounded-card">
        <div className="flex" aria-live={autoplay && !paused ? 'off' : 'polite'}>
          {slides.map(({ id, content }, index) => (
            // biome-ignore lint/a11y/useSemanticElements: a slide is a group by the carousel pattern, not a form's fieldset
            <div
              key={id}
              role="group"
              aria-roledescription="slide"
              aria-label={words.slide(index + 1, slides.length)}
              inert={index !== selected}
              className="min-w-0 shrink-0 grow-0 basis-full pr-px"
            >
              {content}
            </div>
          ))}
        </div>
      </div>
      {slides.length > 1 && (
        <div className="flex items-center justify-center gap-1 pt-2">
          <IconButton
            label={words.previous}
            icon={<ChevronLeft aria-hidden="true" className="size-5" />}
            onClick={() => embla?.scrollPrev()}
          />
          {bullets ? (
            <Bullets words={words} count={slides.length} selected={selected} onGo={(index) => embla?.scrollTo(index)} />
          ) : (
            <span className="tabular px-2 text-muted text-support">{words.slide(selected + 1, slides.length)}</span>
          )}
          <IconButton
            label={words.next}
            icon={<ChevronRight aria-hidden="true" className="size-5" />}
            onClick={() => embla?.scrollNext()}
          />
          {autoplay && (
            <IconButton
              label={paused ? words.play : words.pause}
              icon={
                paused ? (
                  <Play aria-hidden="true" className="size-5" />
                ) : (
                  <Pause aria-hidden="true" className="size-5" />
                )
              }
              onClick={toggle}
            />
          )}
        </div>
      )}
    </section>
  )
}

interface BulletsProps {
  words: CarouselWords
  count: number
  selected: number
  onGo(index: number): void
}

function Bullets({ words, count, selected, onGo }: BulletsProps) {
  return Array.from({ length: count }, (_, index) => (
    <button
      // biome-ignore lint/suspicious/noArrayIndexKey: a bullet is its position
      key={index}
      type="button"
      aria-label={words.goTo(index + 1)}
      aria-current={index === selected || undefined}
      onClick={() => onGo(index)}
      className="grid size-6 place-items-center rounded-full"
    >
      <span className={cx('size-2.5 rounded-full', index === selected ? 'bg-brand' : 'bg-control')} />
    </button>
  ))
}
