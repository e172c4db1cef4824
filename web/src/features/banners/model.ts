export const bannerNames = ['ADVANCE_RENTAL', 'START_RENTING', 'AUTO_DEBIT', 'REFERRAL'] as const
export type BannerName = (typeof bannerNames)[number]

/** The banners that this app can draw, without repeats, in the order of the server. An agent invites nobody. */
export function knownBanners(sorted: readonly string[], isAgent: boolean): BannerName[] {
  const offered = new Set(isAgent ? sorted.filter((name) => name !== 'REFERRAL') : sorted)
  return [...offered].filter((name): name is BannerName => (bannerNames as readonly string[]).includes(name))
}

export const AUTOPLAY_MS = 5000
export const SPEED_MOBILE_MS = 500
export const SPEED_DESKTOP_MS = 1000

export interface CarouselRules {
  autoplay: boolean
  sliding: boolean
  loop: boolean
  bullets: boolean
  speedMs: number
}

export function carouselRules(count: number, desktop: boolean): CarouselRules {
  return {
    autoplay: count > 1,
    sliding: count > 1,
    loop: desktop && count > 2,
    bullets: desktop && count > 1,
    speedMs: desktop ? SPEED_DESKTOP_MS : SPEED_MOBILE_MS,
  }
}
