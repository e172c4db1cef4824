import { onTestFinished, vi } from 'vitest'

/** Records the names of the files that the app saves until the test ends. */
export function keptFiles(): string[] {
  const names: string[] = []
  Object.assign(URL, { createObjectURL: () => 'blob:a', revokeObjectURL: () => {} })
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  onTestFinished(() => click.mockRestore())
  return names
}
