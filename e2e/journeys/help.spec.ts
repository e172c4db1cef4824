import type { Page } from '@playwright/test'
import { settled } from '../support/accessible'
import { onDesktop } from '../support/browser'
import { expect, type Persona, quick, test } from '../support/fixtures'
import { setLetters } from '../support/reflow'

/** What is on desktop besides home: there Need help? stands on every page, on phones on home alone. */
const pages: Partial<Record<Persona, string[]>> = {
  asha: ['/my-subscriptions/invoices', '/settings', '/referral', '/no-such-page'],
  bilal: [],
  chitra: [],
  dev: ['/kyc'],
  esha: ['/my-subscriptions/active-subscriptions'],
  farid: [],
  hari: ['/my-subscriptions/closed-subscriptions'],
  indu: ['/my-subscriptions/all-requests'],
  kabir: ['/my-subscriptions/transactions'],
  leela: [],
}

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

for (const [persona, others] of Object.entries(pages)) {
  test(`Need help covers nothing of what ${persona} can press`, async ({ page, signIn }) => {
    const desktop = onDesktop(page)
    await signIn(persona as Persona)
    for (const path of ['/home', ...(desktop ? others : [])]) {
      if (path !== '/home') await page.goto(`/dashboard${path}`)
      await expect(page.getByRole('button', { name: 'Need help?' })).toBeVisible()
      for (const { name, letters, ...viewport } of desktop ? desktops : phones) {
        await page.setViewportSize(viewport)
        await setLetters(page, letters)
        await settled(page)
        expect.soft(await page.evaluate(coveredByHelp), `${name}: ${page.url()}`).toEqual([])
      }
    }
  })
}

test(
  'HELP-12, HELP-13: Need help is at the bottom left, and at the right from 696 to 1100 px',
  quick,
  async ({ page, signIn }) => {
    await signIn('asha')
    const button = page.getByRole('button', { name: 'Need help?' })
    for (const width of onDesktop(page) ? [1101, 1440] : [390, 695, 696, 1100]) {
      await page.setViewportSize({ width, height: 844 })
      await settled(page)
      const { left, right, below } = await edges(page, button)
      expect.soft(below, `${width} px: from the bottom`).toBe(16)
      const atRight = width >= 696 && width <= 1100
      expect.soft(atRight ? right : left, `${width} px: from the ${atRight ? 'right' : 'left'}`).toBe(16)
    }
  },
)

/** How far something is from the edges of the window, in px. */
async function edges(page: Page, what: ReturnType<Page['getByRole']>) {
  const window = await page.evaluate(() => ({ width: document.documentElement.clientWidth, height: innerHeight }))
  const box = await what.boundingBox()
  if (!box) throw new Error('it is not there')
  return { left: box.x, right: window.width - box.x - box.width, below: window.height - box.y - box.height }
}

/** What Need help? lies over, in words, wherever the page is scrolled to, and what cannot be scrolled free. Runs in the page. */
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
  /** From where to where it can be seen, if the page were not covered by anything. */
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
    // A bar from edge to edge is where the window ends; anything narrower has what it lies over in sight around it.
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
