import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Every browser that is started from here on sees the suite's fonts alone, whatever else is installed. */
process.env.FONTCONFIG_FILE = fileURLToPath(new URL('fonts.conf', import.meta.url))

/** The system's own Chromium. */
export const program = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** The same without a window, which is a fifth quicker where it is installed: Chromium draws its window even unseen. */
const withoutWindow = '/usr/bin/chromium-headless-shell'
export const journeysProgram = process.env.CHROMIUM ?? (existsSync(withoutWindow) ? withoutWindow : program)

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
