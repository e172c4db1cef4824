import { flags, program } from './chromium.mjs'

/** The two widths that the layouts are drawn for. */
export const viewports = {
  mobile: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
} as const

export const browser = {
  locale: 'en-IN',
  timezoneId: 'Asia/Kolkata',
  launchOptions: { executablePath: program, args: flags },
}
