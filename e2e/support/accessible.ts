import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { unanswered } from './network'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Expects axe to find nothing (WCAG 2.2 A and AA, and best practice) in a theme. */
export async function expectAccessible(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  await settled(page)
  await page.evaluate(source)
  const results = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as AxeResults
  const findings = results.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join('; ')}`)
  expect(findings, `axe, ${scheme}, ${page.url()}`).toEqual([])
}

/** What stands for content that is still to come: nothing, a spinner, grey shapes. */
const placeholders = '#root:empty, .spinner, .animate-pulse'

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
    const still = await page.evaluate(isStill, placeholders).catch(() => false)
    atRest = open.length === 0 && still ? atRest + 1 : 0
    expect(atRest, `at rest; still asked for: ${open.join(', ')}`).toBeGreaterThanOrEqual(looks)
  }).toPass({ intervals: [pause], timeout: patience })
}

function isStill(coming: string): boolean {
  const ends = (a: Animation) => a.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY
  const moving = document.getAnimations().some((a) => a.playState === 'running' && ends(a))
  return !document.querySelector(coming) && document.fonts.status === 'loaded' && !moving
}
