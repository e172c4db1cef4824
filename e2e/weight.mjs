// Measures what home of a running demo city transfers, with nothing due and with rent due. Prints JSON.
//   node e2e/weight.mjs http://127.0.0.1:8080
import { chromium } from '@playwright/test'
import { flags, journeysProgram } from './support/chromium.mjs'
import { limits, loadHome, weigh } from './support/weight.mjs'

const homes = [
  ['nothing due', 'esha'],
  ['rent due', 'asha'],
]

const city = process.argv[2]
const browser = await chromium.launch({ executablePath: journeysProgram, args: flags })
try {
  const found = []
  for (const [name, persona] of homes) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' })
    await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'onLine', { get: () => true }))
    const page = await context.newPage()
    await page.goto(`${city}/demo/as/${persona}?redirectUrl=%2Fhome`)
    await page.getByRole('main').getByRole('heading', { name: 'Active Items' }).waitFor()
    found.push({ name, ...weigh(await loadHome(page, city)) })
    await context.close()
  }
  process.stdout.write(`${JSON.stringify({ limits, homes: found })}\n`)
} finally {
  await browser.close()
}
