import { expect, type Page } from '@playwright/test'
import { settled } from './accessible'
import { onDesktop } from './browser'
import { setLetters } from './reflow'

const phones = [
  { name: '390 px', width: 390, height: 844, letters: '100%' },
  { name: '320 px', width: 320, height: 568, letters: '100%' },
  { name: 'letters of 200 %', width: 390, height: 844, letters: '200%' },
  { name: 'landscape', width: 667, height: 320, letters: '100%' },
  { name: 'tablet', width: 820, height: 1180, letters: '100%' },
]
const desktops = [
  { name: '1440 px', width: 1440, height: 900, letters: '100%' },
  { name: 'a low window', width: 1366, height: 640, letters: '100%' },
  { name: 'the narrowest desktop', width: 1101, height: 800, letters: '100%' },
  { name: 'letters of 200 %', width: 1440, height: 900, letters: '200%' },
]

/** Expects that Need help is there and covers no control, on phones or desktops of all sizes. */
export async function expectHelpCoversNothing(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^Need help\?/ })).toBeVisible()
  for (const { name, letters, ...viewport } of onDesktop(page) ? desktops : phones) {
    await page.setViewportSize(viewport)
    await setLetters(page, letters)
    await settled(page)
    expect.soft(await page.evaluate(coveredByHelp), `${name}: ${page.url()}`).toEqual([])
  }
}

/**
 * The controls that Need help covers at some scroll position, and those that cannot be scrolled free.
 * Runs in the page.
 */
function coveredByHelp(): string[] {
  const help = document.querySelector('aside[aria-label="Need help?"]')
  if (!help) return ['there is no Need help']
  const words = (e: Element) => (e.getAttribute('aria-label') ?? e.textContent ?? '').trim().slice(0, 40)
  const found = new Set<string>()
  const wide = document.documentElement.clientWidth
  const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')].filter(
    (e) =>
      !help.contains(e) &&
      !e.closest('[inert], [aria-hidden=true]') &&
      e.checkVisibility() &&
      !e.matches('[href^="#"]'),
  )
  /** The vertical range in which the element is visible, apart from what covers the page. */
  const inSight = (e: Element) => {
    let { top, bottom } = e.getBoundingClientRect()
    for (let around = e.parentElement; around; around = around.parentElement) {
      if (getComputedStyle(around).overflowY === 'visible' || around === document.body) continue
      const box = around.getBoundingClientRect()
      top = Math.max(top, box.top)
      bottom = Math.min(bottom, box.bottom)
    }
    return { top, bottom }
  }
  const scrolled = [document.documentElement, ...document.querySelectorAll('aside')].filter((e) => e !== help)
  for (const part of [0, 0.25, 0.5, 0.75, 1]) {
    for (const e of scrolled) e.scrollTo({ top: part * (e.scrollHeight - e.clientHeight), behavior: 'instant' })
    const over = help.getBoundingClientRect()
    // A bar from edge to edge is where the window ends.
    // Anything narrower covers controls that seem to be in view.
    if (over.left <= 0 && over.right >= wide) continue
    for (const control of controls) {
      const { left, right } = control.getBoundingClientRect()
      const { top, bottom } = inSight(control)
      const across = [left + 1, (Math.max(left, over.left) + Math.min(right, over.right)) / 2, right - 1]
      const down = [top + 1, (Math.max(top, over.top) + Math.min(bottom, over.bottom)) / 2, bottom - 1]
      for (const x of across)
        for (const y of down) {
          const hit = x >= left && x <= right && y >= top && y <= bottom && document.elementFromPoint(x, y)
          if (hit && help.contains(hit)) found.add(`lies over "${words(control)}" when scrolled to ${part}`)
        }
    }
  }
  for (const control of controls) {
    control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
    const { left, top, width, height } = control.getBoundingClientRect()
    for (const [x, y] of [
      [left + 1, top + 1],
      [left + width - 1, top + height - 1],
      [left + width / 2, top + height / 2],
    ] as const) {
      const hit = document.elementFromPoint(x, y)
      if (hit && help.contains(hit)) found.add(`"${words(control)}" cannot be scrolled free`)
    }
  }
  for (const e of scrolled) e.scrollTop = 0
  return [...found]
}
