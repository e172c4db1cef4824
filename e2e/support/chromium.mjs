import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** All browsers started after this use only the fonts of this suite, whatever else is installed. */
process.env.FONTCONFIG_FILE = fileURLToPath(new URL('fonts.conf', import.meta.url))

/** The Chromium of the system. */
export const program = process.env.CHROMIUM ?? '/usr/bin/chromium'

/**
 * Chromium without a window, which is a fifth faster if it is installed.
 * Headless Chromium still draws its window.
 */
const withoutWindow = '/usr/bin/chromium-headless-shell'
export const journeysProgram = process.env.CHROMIUM ?? (existsSync(withoutWindow) ? withoutWindow : program)

/** Prevents Chromium from contacting anything but the server under test. */
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
