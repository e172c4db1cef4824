// Measures how soon a phone shows home of a running demo city, with a CPU that is four times slower and slow
// 4G. Each figure is the median of five visits.
// For comparison, it measures a page that only draws the same text. Prints JSON. Times are in milliseconds.
//   node e2e/reach.mjs http://127.0.0.1:8080
import { request as ask, createServer } from 'node:http'
import { chromium } from '@playwright/test'
import { flags, program } from './support/chromium.mjs'

const VISITS = 5
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 }
const BARE = '/bare-text'

/** A proxy to the city. For one address, it responds with nothing but a text. */
function beside(city, page) {
  const { hostname, port } = new URL(city)
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === BARE) return outgoing.writeHead(200, { 'Content-Type': 'text/html' }).end(page.html)
    const { method, url: path, headers } = incoming
    const passed = ask({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passed.destroy())
    return incoming.pipe(passed)
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

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

/** A visit in its own tab. With `cold`, nothing comes from the cache of an earlier visit. */
async function visit(context, url, ready, cold) {
  const page = await context.newPage()
  await page.addInitScript(watch)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: cold })
  if (cold) await devtools.send('Network.setBypassServiceWorker', { bypass: true })
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(url, { waitUntil: 'load' })
  await ready(page)
  await page.waitForTimeout(2000) // a larger paint may still follow
  const seen = await page.evaluate(() => window.seen)
  await page.close()
  return seen
}

async function median5(context, url, ready, cold) {
  const visits = []
  for (let n = 0; n < VISITS; n++) visits.push(await visit(context, url, ready, cold))
  const medianOf = (name) => median(visits.map((seen) => seen[name]))
  return { paint: medianOf('paint'), blocked: medianOf('blocked'), whole: medianOf('whole') }
}

const page = { html: '' }
const server = await beside(process.argv[2], page)
const origin = `http://127.0.0.1:${server.address().port}`
const browser = await chromium.launch({ executablePath: program, args: flags })
try {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'onLine', { get: () => true }))
  const first = await context.newPage()
  await first.goto(`${origin}/demo/as/asha?redirectUrl=%2Fhome`)
  const shown = (tab) => last(tab).waitFor()
  await shown(first)
  // biome-ignore lint/performance/useDomNodeTextContent: a line for each line on the screen
  const text = await first.getByRole('main').innerText()
  const lines = text.split('\n').map((line) => `<p>${line.replace(/[&<]/g, '')}</p>`)
  page.html = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">${lines.join('')}`
  const home = await median5(context, `${origin}/dashboard/home`, shown, true)
  const bare = await median5(context, origin + BARE, async () => {}, true)
  await first.evaluate(async () => void (await navigator.serviceWorker.ready))
  const again = await median5(context, `${origin}/dashboard/home`, shown, false)
  process.stdout.write(`${JSON.stringify({ home, bare, again })}\n`)
} finally {
  await browser.close()
  server.closeAllConnections()
  server.close()
}
