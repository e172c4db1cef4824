import { expect, type Page } from '@playwright/test'

/** More presses than any screen has controls. */
const most = 200

interface Stop {
  /** The index of the control in page order. Undefined if nothing has the focus. */
  at?: number
  faults: string[]
}

/**
 * Expects that Tab reaches every control of the open dialog or page and, without a dialog, leaves the page
 * again. Each focused control must be on screen, uncovered and marked.
 */
export async function expectKeyboardReaches(page: Page): Promise<void> {
  const controls = await page.evaluate(number)
  const reached = new Set<number>()
  const faults = new Set<string>()
  let last: number | undefined
  let left = 0
  for (let press = 0; press < most; press += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(lookAtFocus)
    for (const fault of stop.faults) faults.add(fault)
    if (stop.at === undefined) {
      // The focus may start in the middle of the page. After the end, Tab continues with the controls above.
      if (press > 0 && (reached.size === controls.length || ++left > 1)) break
      continue
    }
    // A date field has several tab stops: day, month and year.
    if (reached.has(stop.at) && stop.at !== last) break
    reached.add(stop.at)
    last = stop.at
  }
  for (const [at, words] of controls.entries()) if (!reached.has(at)) faults.add(`${words} is not reached`)
  expect.soft([...faults], `keyboard, ${page.url()}`).toEqual([])
}

/** Numbers the controls that Tab must reach, and describes each. Runs in the page. */
function number(): string[] {
  const top = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')]
    .filter((dialog) => dialog.checkVisibility({ visibilityProperty: true }))
    .at(-1)
  if (!top && document.activeElement instanceof HTMLElement) document.activeElement.blur()
  const groups = new Set<string>()
  const isStop = (control: HTMLElement) => {
    if (control.tabIndex < 0 || control.matches(':disabled') || control.closest('[inert], [aria-hidden=true]'))
      return false
    if (!control.checkVisibility({ visibilityProperty: true })) return false
    if (!(control instanceof HTMLInputElement) || control.type !== 'radio') return true
    // Arrow keys move within a group of radio buttons. Tab stops once, at the selected one.
    const group = [...document.querySelectorAll<HTMLInputElement>(`input[type=radio][name="${control.name}"]`)]
    if (groups.has(control.name) || (group.some((radio) => radio.checked) && !control.checked)) return false
    groups.add(control.name)
    return true
  }
  const all = (top ?? document.body).querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [tabindex]',
  )
  const stops = [...all].filter(isStop)
  for (const [at, control] of stops.entries()) control.dataset.stop = `${at}`
  return stops.map(
    (e) => `${e.tagName.toLowerCase()} "${(e.getAttribute('aria-label') ?? e.textContent ?? '').trim().slice(0, 40)}"`,
  )
}

/** The focused element, and what prevents it from being seen. Runs in the page. */
async function lookAtFocus(): Promise<Stop> {
  const drawn = () => new Promise((done) => requestAnimationFrame(done))
  const isAway = (e: Element | null) => {
    const box = e?.getBoundingClientRect()
    return Boolean(box && (box.bottom <= 0 || box.top >= window.innerHeight))
  }
  await drawn()
  // Wait for animations that move things in or out of view.
  // Scroll-driven and endless animations never finish.
  const ends = (animation: Animation) => animation.playState === 'running' && animation.timeline === document.timeline
  const moving = document.getAnimations().filter((a) => ends(a) && a.effect?.getComputedTiming().endTime !== Infinity)
  const patience = new Promise((done) => setTimeout(done, 1000))
  await Promise.race([Promise.allSettled(moving.map((animation) => animation.finished)), patience])
  for (let i = 0; i < 60 && isAway(document.activeElement); i += 1) await drawn() // an animation may bring it into view
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return { faults: [] }
  const at = focused.dataset.stop === undefined ? undefined : Number(focused.dataset.stop)
  if (at === undefined) return { at: -1 - Math.random(), faults: [] }
  const shown = focused.closest('label') ?? focused
  const words = `${focused.tagName.toLowerCase()} "${(focused.getAttribute('aria-label') ?? shown.textContent ?? '').trim().slice(0, 40)}"`
  const faults: string[] = []
  const isMarked = (e: Element | null) => {
    const style = e && getComputedStyle(e)
    return Boolean(style && style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1)
  }
  // In a date field, the browser marks the focused part, including its button.
  const isDate = focused.matches('input[type=date]')
  if (!isDate && ![focused, shown, focused.parentElement, focused.nextElementSibling].some(isMarked))
    faults.push(`${words} is not marked when it has the focus`)
  const { left, right, top, bottom } = shown.getBoundingClientRect()
  const x = (Math.max(left, 0) + Math.min(right, window.innerWidth)) / 2
  const y = (Math.max(top, 0) + Math.min(bottom, window.innerHeight)) / 2
  const isOnScreen = bottom > 0 && top < window.innerHeight && right > 0 && left < window.innerWidth
  const hit = isOnScreen ? document.elementFromPoint(x, y) : null
  if (!isOnScreen) faults.push(`${words} has the focus outside the screen`)
  else if (!(hit && (shown.contains(hit) || hit.contains(shown))))
    faults.push(
      `${words} has the focus beneath ${hit?.tagName.toLowerCase()} "${(hit?.textContent ?? '').trim().slice(0, 30)}"`,
    )
  return { at, faults }
}
