import { expect, type Page } from '@playwright/test'
import { settled } from './accessible'

/** Sets the text size as a reader does in the browser. */
export const setLetters = (page: Page, size: string) =>
  page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), size)

/**
 * A screen of 1280 by 1024 px at 400 % zoom. A page needs only 320 by 568 px, but a dialog must fit in this.
 */
export const atFourfoldZoom = { width: 320, height: 256 }

/** The narrow screens. Landscape is a small phone on its side. */
const narrow = [
  { name: '320 px', viewport: { width: 320, height: 568 }, letters: '100%' },
  { name: 'letters of 200 %', viewport: { width: 390, height: 844 }, letters: '200%' },
  { name: '400 % zoom', viewport: atFourfoldZoom, letters: '100%', onlyDialogs: true },
  { name: 'landscape', viewport: { width: 667, height: 320 }, letters: '100%' },
]

/**
 * Expects on each narrow screen that nothing is wider, amounts are complete and all controls can be reached.
 */
export async function expectFitsEverywhere(page: Page): Promise<void> {
  const isDialog = (await page.getByRole('dialog').or(page.getByRole('alertdialog')).count()) > 0
  for (const { name, viewport, letters, onlyDialogs = false } of narrow) {
    if (onlyDialogs && !isDialog) continue
    await page.setViewportSize(viewport)
    await setLetters(page, letters)
    await expectFits(page, name)
  }
}

/** Expects the same on the current screen. */
export async function expectFits(page: Page, name: string): Promise<void> {
  await settled(page)
  expect.soft(await page.evaluate(misfits), `${name}: ${page.url()}`).toEqual([])
}

/** What does not fit on the current screen, in words. Runs in the page. */
function misfits(): string[] {
  const wide = window.innerWidth
  /** The height of two rows of a list, in px. */
  const leastRoom = 96
  const words = (e: Element) =>
    `${e.tagName.toLowerCase()} "${(e.getAttribute('aria-label') ?? e.textContent ?? '').trim().slice(0, 40)}"`
  const box = (e: Element) => e.getBoundingClientRect()
  const isForEars = (e: Element | null): boolean => e !== null && (box(e).width <= 1 || isForEars(e.parentElement))
  const isShown = (e: Element) =>
    e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !isForEars(e)
  const scrollsSideways = (e: Element | null): boolean =>
    e !== null && (/auto|scroll|hidden|clip/.test(getComputedStyle(e).overflowX) || scrollsSideways(e.parentElement))

  /** The element that clips its content and does not scroll. */
  const cutter = (e: Element): Element | null => {
    const around = e.parentElement
    if (!around || /auto|scroll/.test(getComputedStyle(around).overflowY)) return null
    return /hidden|clip/.test(getComputedStyle(around).overflowY) && box(around).height > 1 ? around : cutter(around)
  }

  const found: string[] = []
  const page = document.documentElement
  if (page.scrollWidth > wide) found.push(`the page is ${page.scrollWidth} px wide, the screen ${wide}`)

  // What is above the page: the last dialog, or what a corner of the page has opened.
  const top =
    [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].filter(isShown).at(-1) ??
    document.querySelector('aside button[aria-expanded=true]')?.closest('aside')
  const buttons = top?.querySelector('footer')
  for (const dialog of top ? [top, ...top.querySelectorAll('*')] : []) {
    const { left, right } = box(dialog)
    if (isShown(dialog) && !scrollsSideways(dialog.parentElement) && (left < -1 || right > wide + 1))
      found.push(`${words(dialog)} of a dialog reaches from ${Math.round(left)} to ${Math.round(right)} px`)
    const scrolls = /auto|scroll/.test(getComputedStyle(dialog).overflowY)
    if (scrolls && dialog.tagName !== 'TEXTAREA' && dialog.scrollWidth > dialog.clientWidth + 1)
      found.push(`${words(dialog)} of a dialog scrolls sideways`)
    const end = buttons && dialog.nextElementSibling === buttons ? box(buttons).top : box(dialog).bottom
    const room = Math.round(end - box(dialog).top)
    if (scrolls && dialog.tagName !== 'TEXTAREA' && room < Math.min(dialog.scrollHeight, leastRoom))
      found.push(`${words(dialog)} of a dialog has ${room} px for what scrolls in it`)
  }

  const body = buttons?.previousElementSibling
  if (buttons && body) {
    body.scrollTop = body.scrollHeight
    const end = Math.max(...[...body.querySelectorAll('*')].filter(isShown).map((e) => box(e).bottom))
    if (end > box(buttons).top + 1)
      found.push(`the end of a dialog lies ${Math.round(end - box(buttons).top)} px beneath its buttons`)
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const holder = text.parentElement
    if (!holder || !/₹|\d,\d/.test(text.textContent ?? '') || !isShown(holder)) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const { left, right } = range.getBoundingClientRect()
    if ((left < 0 || right > wide) && !scrollsSideways(holder)) found.push(`an amount is cut: ${words(holder)}`)
  }

  const controls = (top ?? document.body).querySelectorAll<HTMLElement>(
    'a[href], button, input:not([type=hidden]), select, textarea, summary',
  )
  for (const control of controls) {
    const target = control.closest('label') ?? control
    if (!isShown(target) || control.closest('[inert], [aria-hidden=true]') || control.matches(':disabled, [href^="#"]'))
      continue
    target.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
    const { left, top: y, bottom, width, height } = box(target)
    const cut = cutter(target)
    if (cut && (y < box(cut).top - 1 || bottom > box(cut).bottom + 1)) found.push(`${words(control)} is cut off`)
    const hit = document.elementFromPoint(left + width / 2, y + Math.min(height, window.innerHeight) / 2)
    if (!hit || !(target.contains(hit) || hit.contains(target) || hit.closest('label')?.contains(control)))
      found.push(`${words(control)} cannot be pressed: ${hit ? words(hit) : 'nothing'} is there`)
  }
  for (const scrolled of document.querySelectorAll('*')) scrolled.scrollTop = 0
  return found
}
