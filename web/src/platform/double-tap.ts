/** A tap this soon after another one, in milliseconds, was begun before the screen could be read. */
const DOUBLE_TAP_MS = 400

/** The distance between the taps of a double tap, in px. */
const DOUBLE_TAP_DISTANCE = 24

/** The browser itself sends a second click for a tap on a label, at once. */
const SAME_TAP_MS = 10

const CONTROLS = 'a, button, label, input, select, textarea, summary, [role]'

interface Tap {
  at: number
  x: number
  y: number
  control: Element | null
}

/**
 * Ignores the second tap of a double tap or double click if it meets another control than the first one.
 * The first tap has opened a dialog or a step, whose button now lies under the finger: without this, a
 * double tap on "Take request back" would answer the question, too.
 */
export function ignoreSecondTapElsewhere(): void {
  let last: Tap | undefined
  let isTouch = false
  const onPointerDown = ({ pointerType }: PointerEvent) => {
    isTouch = pointerType === 'touch'
  }
  const onClick = (event: MouseEvent) => {
    if (event.detail === 0) return // by the keyboard or by a script
    const { timeStamp: at, clientX: x, clientY: y } = event
    const control = (event.target as Element).closest(CONTROLS)
    const before = last
    const since = before ? at - before.at : Number.POSITIVE_INFINITY
    if (since < SAME_TAP_MS) return
    const isNear = before && Math.hypot(x - before.x, y - before.y) < DOUBLE_TAP_DISTANCE
    const isDouble = isNear && (event.detail > 1 || (isTouch && since < DOUBLE_TAP_MS))
    if (!isDouble || control === before.control) {
      last = { at, x, y, control }
      return
    }
    last = { ...before, at } // a third tap belongs to it, too
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  window.addEventListener('pointerdown', onPointerDown, { capture: true, passive: true })
  window.addEventListener('click', onClick, { capture: true })
}
