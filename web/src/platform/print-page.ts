/** Has the browser print the page that is open. */
export function printPage(): void {
  window.print()
}
