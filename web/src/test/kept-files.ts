import { onTestFinished, vi } from 'vitest'

/** Names of the files that the app hands to the browser until the test is over. */
export function keptFiles(): string[] {
  const names: string[] = []
  Object.assign(URL, { createObjectURL: () => 'blob:a', revokeObjectURL: () => {} })
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  onTestFinished(() => click.mockRestore())
  return names
}
