/**
 * When a dialog closes, its opener may be gone with what it was about (a due that is paid), and the focus
 * would be lost. The focus then goes to the content. An element that has the focus by then keeps it.
 */
export function focusPage(): void {
  window.setTimeout(() => {
    const lost = document.activeElement === null || document.activeElement === document.body
    if (lost) document.getElementById('content')?.focus({ preventScroll: true })
  })
}
