import type { Page } from '@playwright/test'
import { flags, journeysProgram } from './chromium.mjs'

/** The two widths for which the layouts are designed. */
export const viewports = {
  mobile: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
} as const

export function onDesktop(page: Page): boolean {
  return page.viewportSize()?.width === viewports.desktop.width
}

/** With motion, as most customers have it: sheets slide, and slides change automatically. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const

/**
 * Without motion, for which every click would wait. Journeys about motion turn it on.
 * Without the service worker, which would fetch the whole app for each test. The offline journey has it.
 */
export const browser = {
  serviceWorkers: 'block',
  locale: 'en-IN',
  contextOptions: { reducedMotion: 'reduce' },
  timezoneId: 'Asia/Kolkata',
  launchOptions: { executablePath: journeysProgram, args: flags },
} as const
