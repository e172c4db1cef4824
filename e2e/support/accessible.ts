import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

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

/** How long the network may take to fall quiet. */
const patience = 5000

/** What stands for content that is still to come: nothing, a spinner, grey shapes. */
const placeholders = '#root:empty, .spinner, .animate-pulse'

/**
 * Waits until the content is there and nothing moves. A quiet network alone does not tell: while a slow machine
 * thinks between two calls it is quiet, too; and where the stream of changes has started before it ever was, it never
 * is. A half-faded text has a contrast of its own.
 */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: patience }).catch(() => {})
  await page.waitForFunction(
    (coming) => {
      const there = !document.querySelector(coming)
      const ends = (a: Animation) => a.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY
      const moving = document.getAnimations().some((a) => a.playState === 'running' && ends(a))
      return there && document.fonts.status === 'loaded' && !moving
    },
    placeholders,
    { polling: 100 },
  )
}
