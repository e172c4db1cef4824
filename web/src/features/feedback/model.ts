export const RATINGS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const

export type Band = 'low' | 'moderate' | 'average' | 'very-likely'

/**
 * The highest rating of each band on the ten-point scale.
 * Everything above the last one is in the highest band.
 */
const LOW = 2
const MODERATE = 4
const AVERAGE = 6

export function bandOf(rating: number): Band {
  if (rating <= LOW) return 'low'
  if (rating <= MODERATE) return 'moderate'
  return rating <= AVERAGE ? 'average' : 'very-likely'
}

/** The sizes of the popup in px. Content that is higher than `scrollAbove` scrolls. */
export const POPUP = { desktopWidth: 613, mobileWidth: 328, mobileHeight: 444, scrollAbove: 500 } as const
