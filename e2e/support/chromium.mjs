/** The system's own Chromium. */
export const program = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** Keeps it from talking to anybody but the server under test. */
export const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]
