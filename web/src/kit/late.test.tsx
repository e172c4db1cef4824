import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { guardChunks, reloadForPart } from '#/platform/chunk-guard'
import { leave } from '#/platform/leave'
import { toasts } from '#/platform/toast'
import { failedDialog, failedPart, late } from './Late'

let stop = () => {}
beforeEach(() => {
  stop = guardChunks()
  vi.spyOn(console, 'error').mockImplementation(() => {}) // React tells of every error that a boundary takes
})
afterEach(() => stop())

/** A part whose file is missing the first `times` that it is asked for. */
function missing(times: number) {
  const load = vi.fn(async () => {
    if (load.mock.calls.length > times) return { default: () => <p>Here</p> }
    const payload = new TypeError('Failed to fetch dynamically imported module: /part.js')
    window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
    throw payload
  })
  return load
}

function reloads() {
  return vi.spyOn(leave, 'reload').mockImplementation(() => {})
}

test('SESSION-05: the page is loaded anew once, and shows nothing in its place meanwhile', async () => {
  const reload = reloads()
  const Part = late<object>('part', missing(9), { failed: () => <p>Missing</p> })
  render(<Part />)
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(screen.queryByText('Missing')).toBeNull()
})

test('a part that is still missing takes away only itself, and can be asked for again', async () => {
  const reload = reloads()
  reloadForPart()
  reload.mockClear()
  const load = missing(1)
  const Part = late<object>('part', load, { failed: failedPart })
  render(
    <main>
      <p>The rest</p>
      <Part />
    </main>,
  )
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByText('The rest')).toBeDefined()
  expect(reload).not.toHaveBeenCalled()
  await userEvent.click(again)
  expect(await screen.findByText('Here')).toBeDefined()
  expect(load).toHaveBeenCalledTimes(2)
})

test('a dialog that is still missing closes and says so', async () => {
  reloads()
  reloadForPart()
  const close = vi.fn()
  const Dialog = late<{ onClose(): void }>('dialog', missing(9), { failed: failedDialog })
  render(<Dialog onClose={close} />)
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(toasts.get()).toHaveLength(1)
})
