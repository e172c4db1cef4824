interface Held {
  name: string
  /** Which of those with this name. */
  index: number
  how: 'click' | 'focus'
}

declare global {
  interface Window {
    /** What was tapped or focused in the first view, for the app, which shares no module with it. */
    firstViewHeld?: Held
  }
}

const ACTIVE = 'a, button'

const nameOf = (part: Element) => `${part.tagName} ${part.ariaLabel ?? part.textContent}`

const named = (root: Element, name: string) =>
  [...root.querySelectorAll<HTMLElement>(ACTIVE)].filter((part) => nameOf(part) === name)

/**
 * Keeps what is tapped or focused before the app has come: nothing that is seen is dead. What a person opens in another
 * tab opens by itself.
 */
export function holdTaps(root: Element): void {
  const hold = (event: Event) => {
    const { target, type, ctrlKey, metaKey, shiftKey } = event as MouseEvent
    const part = (target as Element).closest<HTMLElement>(ACTIVE)
    if (!part || ctrlKey || metaKey || shiftKey) return
    const how = type === 'click' ? 'click' : 'focus'
    if (how === 'click') event.preventDefault()
    const name = nameOf(part)
    window.firstViewHeld = { name, index: named(root, name).indexOf(part), how }
  }
  // They go with the first view when the app takes its place.
  for (const part of root.children) {
    part.addEventListener('click', hold)
    part.addEventListener('focusin', hold)
  }
}

/** The app stands where the first view stood: what was held is done now, once. */
export function doHeld(root: Element): void {
  const held = window.firstViewHeld
  if (!held) return
  window.firstViewHeld = undefined
  const part = named(root, held.name)[held.index]
  part?.focus({ preventScroll: true })
  if (held.how === 'click') part?.click()
}
