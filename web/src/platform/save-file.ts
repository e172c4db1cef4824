/** Milliseconds. It is long enough for every browser to start with the file. */
const KEPT_MS = 60_000

/** Hands a file to the browser, which saves or shows it as usual. */
export function saveFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
  window.setTimeout(() => URL.revokeObjectURL(href), KEPT_MS)
}
