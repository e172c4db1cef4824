import type { Page } from '@playwright/test'
import { flags, program } from './chromium.mjs'

/** The two widths that the layouts are drawn for. */
export const viewports = {
  mobile: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
} as const

export function onDesktop(page: Page): boolean {
  return page.viewportSize()?.width === viewports.desktop.width
}

/** Without the worker, which would fetch the whole app anew for each test; the journey without a network has it. */
export const browser = {
  serviceWorkers: 'block',
  locale: 'en-IN',
  timezoneId: 'Asia/Kolkata',
  launchOptions: { executablePath: program, args: flags },
} as const
