// Measures how soon a phone shows home of a running demo city, with a CPU that is four times slower and slow
// 4G. Each figure is the median of five visits. Prints JSON. Times are in milliseconds.
//   node e2e/reach.mjs http://127.0.0.1:8080
import { chromium } from '@playwright/test'
import { flags, program } from './support/chromium.mjs'

const VISITS = 5
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 }

/** The part of home that the app adds last, once everything before it is drawn and reacts to taps. */
const last = (tab) => tab.getByRole('navigation', { name: 'Quick actions' })

function watch() {
  window.seen = { paint: 0, blocked: 0, whole: 0 }
  new MutationObserver((_, observer) => {
    if (!document.querySelector('nav[aria-labelledby=quick-actions]')) return
    observer.disconnect()
    window.seen.whole = performance.now()
  }).observe(document, { childList: true, subtree: true })
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.seen.paint = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.seen.blocked += Math.max(0, duration - 50)
  }).observe({ type: 'longtask', buffered: true })
}

const median = (values) => Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)])

/** Long enough for the last part of home, in milliseconds. */
const WATCHED = { cold: 6000, again: 3000 }

/**
 * A visit in its own tab. With `cold`, nothing comes from the cache of an earlier visit. While it is watched, nothing
 * is asked of the page: Playwright would run scripts of its own in it, which take the slowed CPU 60 ms.
 */
async function visit(context, url, cold) {
  const page = await context.newPage()
  await page.goto(new URL('/healthz', url).href) // a change of process during the visit would lose the slower CPU
  await page.addInitScript(watch)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: cold })
  if (cold) await devtools.send('Network.setBypassServiceWorker', { bypass: true })
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForTimeout(cold ? WATCHED.cold : WATCHED.again)
  const seen = await page.evaluate(() => window.seen)
  await page.close()
  if (!seen.whole) throw new Error('home was not shown in time')
  return seen
}

async function median5(context, url, cold) {
  const visits = []
  for (let n = 0; n < VISITS; n++) visits.push(await visit(context, url, cold))
  const medianOf = (name) => median(visits.map((seen) => seen[name]))
  return { paint: medianOf('paint'), blocked: medianOf('blocked'), whole: medianOf('whole') }
}

const origin = process.argv[2]
const browser = await chromium.launch({ executablePath: program, args: flags })
try {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'onLine', { get: () => true }))
  const first = await context.newPage()
  await first.goto(`${origin}/demo/as/asha?redirectUrl=%2Fhome`)
  await last(first).waitFor()
  const home = await median5(context, `${origin}/dashboard/home`, true)
  await first.evaluate(async () => void (await navigator.serviceWorker.ready))
  const again = await median5(context, `${origin}/dashboard/home`, false)
  process.stdout.write(`${JSON.stringify({ home, again })}\n`)
} finally {
  await browser.close()
}
