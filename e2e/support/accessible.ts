import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { answered, asked } from './network'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules whose outcome depends on the theme, because the theme changes only colours. */
const ofColours = ['color-contrast', 'link-in-text-block']

/**
 * Expects that axe finds nothing in the current theme (WCAG 2.2 A and AA, and best practice), nor in the
 * colours of the other theme, in which the page stays.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const shown = await page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'))
  for (const colorScheme of [shown, shown === 'dark' ? 'light' : 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await settled(page)
    const options = { resultTypes: ['violations'], ...(colorScheme !== shown && { runOnly: ofColours }) }
    expect(await violations(page, options), `axe, ${colorScheme}, ${page.url()}`).toEqual([])
  }
}

async function violations(page: Page, options: object): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(source)
  const results = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as AxeResults
  return results.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join('; ')}`)
}

/**
 * How many times in a row a page must be at rest, the pause between two checks,
 * and the timeout (milliseconds).
 */
const rest = { looks: 3, pause: 30, patience: 20_000 }

/**
 * Waits until all requests are answered, the content is there and nothing moves.
 * A quiet network is not enough, because it is also quiet while a slow machine works between two requests.
 * Text that fades in has a lower contrast.
 */
export async function settled(page: Page): Promise<void> {
  await expect(async () => {
    await answered(page, rest.patience)
    const before = asked(page)
    expect(await page.evaluate(atRest, rest), 'what is not at rest').toBe('')
    expect(asked(page), 'calls while it was at rest').toBe(before)
  }).toPass({ intervals: [0], timeout: rest.patience })
}

/**
 * Waits until closed layers have left the history. A page load before that would be undone by the navigation.
 */
export async function expectHistoryAtRest(page: Page): Promise<void> {
  const entries = () => page.evaluate(() => (window.history.state as { layers?: number } | null)?.layers ?? 0)
  await expect.poll(entries).toBe(0)
}

/** Waits in the page. Returns what is not at rest after the timeout, or an empty string. Runs in the page. */
async function atRest({ looks, pause, patience }: typeof rest): Promise<string> {
  const moving = () => {
    // Content is missing if the page is empty, or if a spinner or grey shape, which is busy, is shown.
    if (!document.querySelector('body > :not(:empty, script, noscript)')) return 'there is no content'
    if (document.querySelector('[aria-busy=true]')) return 'something is busy'
    if (document.fonts.status !== 'loaded') return 'letters are still to come'
    const ends = (a: Animation) => a.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY
    return document.getAnimations().some((a) => a.playState === 'running' && ends(a)) ? 'something moves' : ''
  }
  let why = ''
  let still = 0
  const last = performance.now() + patience
  while (still < looks && performance.now() < last) {
    await new Promise((resolve) => setTimeout(resolve, still > 0 || why ? pause : 0))
    why = moving()
    still = why ? 0 : still + 1
  }
  return why
}
