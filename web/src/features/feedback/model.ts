export const RATINGS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const

export type Band = 'low' | 'moderate' | 'average' | 'very-likely'

/** Upper ends of the bands on the ten-point scale; everything above the last is the highest band. */
const LOW = 2
const MODERATE = 4
const AVERAGE = 6

export function bandOf(rating: number): Band {
  if (rating <= LOW) return 'low'
  if (rating <= MODERATE) return 'moderate'
  return rating <= AVERAGE ? 'average' : 'very-likely'
}

/** Sizes of the popup in px. Content above the threshold scrolls. */
export const POPUP = { desktopWidth: 613, mobileWidth: 328, mobileHeight: 444, scrollAbove: 500 } as const
