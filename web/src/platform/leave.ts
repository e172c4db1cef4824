/** Leaving the app for a page that the router does not own. Kept in one place so that tests can watch it. */
export const leave = {
  to(url: string): void {
    window.location.assign(url)
  },
  replace(url: string): void {
    window.location.replace(url)
  },
  reload(): void {
    window.location.reload()
  },
}
