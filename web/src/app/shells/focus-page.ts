/**
 * After a dialog whose opener has gone with what it was about (a due that is paid), focus would fall to nowhere:
 * it goes to the content instead. Whoever has focus by then keeps it.
 */
export function focusPage(): void {
  window.setTimeout(() => {
    const lost = document.activeElement === null || document.activeElement === document.body
    if (lost) document.getElementById('content')?.focus({ preventScroll: true })
  })
}
