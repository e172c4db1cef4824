import type { Page } from '@playwright/test'
import { anyWidth, expect, type Persona, test } from '../support/fixtures'

// What crosses the wire for home, counted in a browser: bytes as they were sent, and files. Speed is measured by
// `make bench`; here nothing depends on the machine.

interface File {
  name: string
  /** Bytes of the body, compressed. */
  bytes: number
  kind: 'script' | 'style' | 'font' | 'data'
  /** Asked for before home showed its figures. */
  first: boolean
}

const limits = { shown: { scripts: 110_000, files: 6, styles: 8000, fonts: 1 }, idle: { scripts: 150_000, fonts: 1 } }

/** Notes when the figures of home are there: before they are painted, and before anything that waits for them. */
async function watchFigures(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('#content section[aria-labelledby=home-items]')) return
      watch.disconnect()
      performance.mark('figures')
    })
    watch.observe(document, { childList: true, subtree: true })
  })
}

/** All files of the page so far. */
function files(page: Page): Promise<File[]> {
  return page.evaluate(() => {
    const shown = performance.getEntriesByName('figures')[0]?.startTime ?? Number.POSITIVE_INFINITY
    const kinds = { js: 'script', css: 'style', woff2: 'font' } as const
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return entries.map(({ name, encodedBodySize, startTime }) => ({
      name: new URL(name).pathname.replace('/dashboard/assets/', ''),
      bytes: encodedBodySize,
      kind: kinds[new URL(name).pathname.split('.').at(-1) as keyof typeof kinds] ?? 'data',
      first: startTime < shown,
    }))
  })
}

const bytes = (list: File[]) => list.reduce((sum, file) => sum + file.bytes, 0)
const of = (list: File[], kind: File['kind']) => list.filter((file) => file.kind === kind)
const told = (list: File[]) => list.map((file) => `${file.bytes} ${file.name}`).join('\n')

for (const persona of ['asha', 'esha'] satisfies Persona[]) {
  test(`home of ${persona} stays light`, anyWidth, async ({ page, signIn }) => {
    await signIn(persona)
    await watchFigures(page)
    // The stream of changes is opened once nothing is left to do.
    const idle = page.waitForRequest(/\/api\/events/)
    await page.goto('/dashboard/home')
    await idle
    const all = await files(page)
    const first = all.filter((file) => file.first)
    const [scripts, later] = [of(first, 'script'), of(all, 'script')]
    const found = {
      shown: {
        scripts: bytes(scripts),
        files: scripts.length,
        styles: bytes(of(first, 'style')),
        fonts: of(first, 'font').length,
      },
      idle: { scripts: bytes(later), files: later.length, fonts: of(all, 'font').length },
    }
    expect(scripts.length, 'scripts are counted').toBeGreaterThan(1)
    expect(found.shown.scripts, `scripts until shown\n${told(scripts)}`).toBeLessThanOrEqual(limits.shown.scripts)
    expect(found.shown.files, told(scripts)).toBeLessThanOrEqual(limits.shown.files)
    expect(found.shown.styles, 'styles').toBeLessThanOrEqual(limits.shown.styles)
    expect(found.idle.scripts, `scripts until idle\n${told(later)}`).toBeLessThanOrEqual(limits.idle.scripts)
    expect(found.idle.fonts, told(of(all, 'font'))).toBe(limits.idle.fonts)
    const asked = all.filter(({ name }) => name === '/api/Dashboards/dashboardData')
    expect(asked.length, 'the figures are asked for once').toBe(1)
  })
}

test('the page asks for the figures before its scripts run', anyWidth, async ({ page, signIn }) => {
  await signIn('asha')
  const asked = page.waitForRequest(/dashboardData$/)
  await page.route(/\/assets\/core-/, async (route) => {
    await asked
    await route.continue()
  })
  await page.goto('/dashboard/home')
  await expect(page.getByRole('main').getByRole('button', { name: /Pay Now/ })).toBeVisible()
})

test(
  "a business customer's dashboard is not asked for, with the answer known and without",
  anyWidth,
  async ({ page, signIn }) => {
    await signIn('farid')
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    for (const known of [true, false]) {
      if (!known) await page.evaluate(() => localStorage.removeItem('isB2Buser'))
      await page.goto('/dashboard/home')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    expect(calls).toContain('/api/Dashboards/isB2B')
    expect(calls).not.toContain('/api/Dashboards/dashboardData')
  },
)
