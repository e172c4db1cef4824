/** Leaving the app for a page that the router does not own. Kept in one place so that tests can watch it. */
export const leave = {
  /** The page is about to go: whatever else would move through the history now would call that off. */
  underWay: false,
  to(url: string): void {
    window.location.assign(url)
  },
  replace(url: string): void {
    leave.underWay = true
    window.location.replace(url)
  },
  /** Several may ask for it at once: every call of a page whose person has changed does. */
  reload(): void {
    if (leave.underWay) return
    leave.underWay = true
    window.location.reload()
  },
}
