/** Makes the browser print the open page. */
export function printPage(): void {
  window.print()
}
