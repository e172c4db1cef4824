/** The two widths that the layouts are drawn for. */
export const viewports = {
  mobile: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
} as const

/** The system's own Chromium, kept from talking to anybody but the server under test. */
export const browser = {
  locale: 'en-IN',
  timezoneId: 'Asia/Kolkata',
  launchOptions: {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
    ],
  },
}
