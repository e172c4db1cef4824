// Measures screens of a running demo city with Lighthouse, as on a phone's first visit.
// Prints the scores as JSON.
//   node e2e/lighthouse.mjs http://127.0.0.1:8080
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import lighthouse from 'lighthouse'
import { flags, program } from './support/chromium.mjs'

const RUNS = 3
const TRIES = 3
const CATEGORIES = ['performance', 'accessibility', 'best-practices']

/** Starts Chromium with a new profile. Returns the address at which it listens for DevTools clients. */
async function startBrowser(profile) {
  const browser = spawn(
    program,
    ['--headless=new', ...flags, '--remote-debugging-port=0', `--user-data-dir=${profile}`],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const said = []
  for await (const line of createInterface({ input: browser.stderr })) {
    said.push(line)
    const address = line.match(/^DevTools listening on (ws:\S+)/)?.[1]
    if (!address) continue
    browser.stderr.resume() // a full pipe would block it
    return { browser, address }
  }
  throw new Error(`Chromium did not start:\n${said.join('\n')}`)
}

/** A visit with an empty cache and without a service worker. The customer stays signed in. */
async function visit(address, url, options) {
  for (let tries = 1; ; tries++) {
    const { lhr } = await lighthouse(url, { port: Number(new URL(address).port), logLevel: 'error', ...options })
    if (!lhr.runtimeError) return lhr
    // On a busy machine, the browser's trace may lack its beginning.
    if (tries === TRIES) throw new Error(`${url}: ${lhr.runtimeError.message}`)
  }
}

/** Visits a persona's sign-in link, which ends at home. */
async function signIn(address, city, persona) {
  const link = `${city}/demo/as/${persona}?redirectUrl=%2Fhome`
  const { finalDisplayedUrl } = await visit(address, link, { onlyAudits: ['viewport'] })
  if (finalDisplayedUrl !== `${city}/dashboard/home`) throw new Error(`${link} led to ${finalDisplayedUrl}`)
}

async function scoresOf(address, url) {
  const options = { formFactor: 'mobile', onlyCategories: CATEGORIES }
  const { audits, categories, finalDisplayedUrl } = await visit(address, url, options)
  if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}`)
  const lost = CATEGORIES.flatMap((name) =>
    categories[name].auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id].score ?? 1) < 0.9)
      .map(({ id }) => `; ${id} ${audits[id].displayValue ?? ''}`),
  )
  const scores = CATEGORIES.map((name) => categories[name].score)
  process.stderr.write(`  ${url}: ${scores.join(', ')}${lost.join('')}\n`)
  return {
    scores,
    paint: audits['largest-contentful-paint'].numericValue,
    blocked: audits['total-blocking-time'].numericValue,
  }
}

/** The median, for figures that depend on time. Other scores use the worst visit. */
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

async function measure(address, city, screen) {
  const visits = []
  for (let run = 0; run < RUNS; run++) visits.push(await scoresOf(address, `${city}/dashboard/${screen}`))
  const [performance, accessibility, bestPractices] = CATEGORIES.map((_, i) => visits.map(({ scores }) => scores[i]))
  return {
    screen,
    performance: median(performance),
    accessibility: Math.min(...accessibility),
    bestPractices: Math.min(...bestPractices),
    largestPaint: Math.round(median(visits.map(({ paint }) => paint))),
    blocked: Math.round(median(visits.map(({ blocked }) => blocked))),
  }
}

const city = process.argv[2]
const profile = await mkdtemp(join(tmpdir(), 'rento-lighthouse-'))
const { browser, address } = await startBrowser(profile)
const gone = once(browser, 'exit')
process.once('SIGTERM', () => browser.kill()) // the visit then fails, and the cleanup follows
try {
  const results = [await measure(address, city, 'login')]
  await signIn(address, city, 'esha')
  results.push(await measure(address, city, 'home'))
  process.stdout.write(`${JSON.stringify(results)}\n`)
} finally {
  browser.kill()
  await gone
  await rm(profile, { recursive: true, force: true, maxRetries: 20 }) // child processes may still be writing
}
