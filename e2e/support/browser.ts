import type { Page } from '@playwright/test'
import { flags, journeysProgram } from './chromium.mjs'

/** The two widths that the layouts are drawn for. */
export const viewports = {
  mobile: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
} as const

export function onDesktop(page: Page): boolean {
  return page.viewportSize()?.width === viewports.desktop.width
}

/** As most people have it: sheets slide, pictures change by themselves. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const

/**
 * Without motion, for which every click would wait; those journeys have it that are about what moves.
 * Without the worker, which would fetch the whole app anew for each test; the journey without a network has it. */
export const browser = {
  serviceWorkers: 'block',
  locale: 'en-IN',
  contextOptions: { reducedMotion: 'reduce' },
  timezoneId: 'Asia/Kolkata',
  launchOptions: { executablePath: journeysProgram, args: flags },
} as const
