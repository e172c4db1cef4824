const LOOK_MS = 50
const LOOKS = 100

/**
 * What was just done removes the element that had the focus, or to which a closing dialog would return it.
 * The focus then moves to `place`. The search for a lost focus begins once no dialog is open, and lasts five seconds.
 */
export function catchLostFocus(place: () => HTMLElement | null | undefined): void {
  let looks = 0
  const timer = window.setInterval(() => {
    looks += 1
    const isLost = !document.activeElement || document.activeElement === document.body
    if (looks === LOOKS) window.clearInterval(timer)
    if (!isLost || document.querySelector('[role="dialog"]')) return
    window.clearInterval(timer)
    const found = place()
    if (!found) return
    found.tabIndex = -1
    found.focus({ preventScroll: true })
  }, LOOK_MS)
}
