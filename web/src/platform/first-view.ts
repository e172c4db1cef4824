interface Held {
  name: string
  /** Which of those with this name. */
  index: number
  how: 'click' | 'focus' | 'press'
}

declare global {
  interface Window {
    /** What was tapped, focused or is being pressed in the first view, for the app, which shares no module with it. */
    firstViewHeld?: Held
  }
}

const ACTIVE = 'a, button'

const ways: Record<string, Held['how']> = { click: 'click', focusin: 'focus', pointerdown: 'press' }

const nameOf = (part: Element) => `${part.tagName} ${part.ariaLabel ?? part.textContent}`

const named = (root: Element, name: string) =>
  [...root.querySelectorAll<HTMLElement>(ACTIVE)].filter((part) => nameOf(part) === name)

/**
 * Keeps what is tapped or focused before the app has come: nothing that is seen is dead. What a person opens in another
 * tab opens by itself.
 */
export function holdTaps(root: Element): void {
  const hold = (event: Event) => {
    const { target, type, ctrlKey, metaKey, shiftKey, pointerType } = event as PointerEvent
    const part = (target as Element).closest<HTMLElement>(ACTIVE)
    const how = ways[type]
    if (!(part && how) || ctrlKey || metaKey || shiftKey) return
    // A finger's tap is found anew where it ends; a mouse clicks only what it was pressed on.
    if (how === 'press' && pointerType !== 'mouse') return
    if (how === 'click') event.preventDefault()
    const name = nameOf(part)
    const index = named(root, name).indexOf(part)
    const { firstViewHeld: before } = window
    if (how === 'focus' && before?.how === 'press' && before.name === name && before.index === index) return
    window.firstViewHeld = { name, index, how }
  }
  // They go with the first view when the app takes its place.
  for (const part of root.children) {
    for (const type of Object.keys(ways)) part.addEventListener(type, hold)
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
  if (held.how === 'press' && part) clickWhenReleased(part)
}

/** A mouse that was pressed on the first view's part and is released on the app's has clicked it. */
function clickWhenReleased(part: HTMLElement): void {
  const over = new AbortController()
  const { signal } = over
  const released = ({ target }: Event) => {
    over.abort()
    if (target instanceof Node && part.contains(target)) part.click()
  }
  window.addEventListener('pointerup', released, { signal })
  // It was released before: this is another press, which clicks by itself.
  window.addEventListener('pointerdown', () => over.abort(), { signal, capture: true })
}
