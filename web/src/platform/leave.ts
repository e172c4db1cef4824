/** Leaves the app for a page that the router does not own. It is in one place so that tests can watch it. */
export const leave = {
  /** The page is about to unload. Any other move through the history would cancel that. */
  underWay: false,
  to(url: string): void {
    window.location.assign(url)
  },
  replace(url: string): void {
    leave.underWay = true
    window.location.replace(url)
  },
  /** Several callers may ask for a reload at once: when the customer changes, every call does. */
  reload(): void {
    if (leave.underWay) return
    leave.underWay = true
    window.location.reload()
  },
}
