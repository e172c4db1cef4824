/** Keeps a value for `seconds`, for the pages of the app and for whatever wraps them. */
export function writeCookie(name: string, value: string, seconds: number): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not on iOS web views
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/dashboard; Max-Age=${seconds}; SameSite=Lax${secure}`
}

export function readCookie(name: string): string | undefined {
  const pairs = document.cookie.split('; ').map((pair) => pair.split('='))
  const value = pairs.find(([key]) => key === name)?.[1]
  return value === undefined ? undefined : decodeURIComponent(value)
}

/** Expires every cookie that scripts can see, on the paths where this product sets cookies. */
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
