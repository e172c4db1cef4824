import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { unanswered } from './network'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules whose outcome the theme can change: it changes colours and nothing else of the document. */
const ofColours = ['color-contrast', 'link-in-text-block']

/** Expects axe to find nothing in the light theme (WCAG 2.2 A and AA, and best practice), nor in the dark one's colours. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await settled(page)
    const options = { resultTypes: ['violations'], ...(scheme === 'dark' && { runOnly: ofColours }) }
    expect(await violations(page, options), `axe, ${scheme}, ${page.url()}`).toEqual([])
  }
}

async function violations(page: Page, options: object): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(source)
  const results = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as AxeResults
  return results.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join('; ')}`)
}

/** How often in a row a page must be found at rest, with a pause between, and how long that may take. */
const looks = 3
const pause = 30
const patience = 20_000

/**
 * Waits until all that was asked for is answered, the content is there and nothing moves. A quiet network alone does
 * not tell: while a slow machine thinks between two calls it is quiet, too. A half-faded text has a contrast of its own.
 */
export async function settled(page: Page): Promise<void> {
  let atRest = 0
  await expect(async () => {
    const open = unanswered(page)
    const still = await page.evaluate(isStill).catch(() => false)
    atRest = open.length === 0 && still ? atRest + 1 : 0
    expect(atRest, `at rest; still asked for: ${open.join(', ')}`).toBeGreaterThanOrEqual(looks)
  }).toPass({ intervals: [pause], timeout: patience })
}

/** Content that is still to come: nothing is there, or a spinner or a grey shape, which are busy. Runs in the page. */
function isStill(): boolean {
  const some = document.querySelector('body > :not(:empty, script, noscript)')
  const coming = !some || document.querySelector('[aria-busy=true]')
  const ends = (a: Animation) => a.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY
  const moving = document.getAnimations().some((a) => a.playState === 'running' && ends(a))
  return !coming && document.fonts.status === 'loaded' && !moving
}
