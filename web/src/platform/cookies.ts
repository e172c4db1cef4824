/** Expires every cookie that a script can see, on the paths where this product sets them. */
export function clearCookies(): void {
  const names = document.cookie.split(';').map((pair) => pair.split('=')[0]?.trim())
  for (const name of names) {
    if (!name) continue
    for (const path of ['/', '/dashboard', '/dashboard/']) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not on iOS web views
      document.cookie = `${name}=; path=${path}; expires=Thu, 01 Jan 1970 00:00:00 GMT`
    }
  }
}
