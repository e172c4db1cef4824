import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { guardChunks, reloadForPart } from '#/platform/chunk-guard'
import { leave } from '#/platform/leave'
import { toasts } from '#/platform/toast'
import { call, http } from '#/test/contract'
import { server } from '#/test/server'
import { dialogLoadError, lazyPart, partLoadError } from './lazy-part'

let stop = () => {}
beforeEach(() => {
  stop = guardChunks()
  vi.spyOn(console, 'error').mockImplementation(() => {}) // React logs every error that a boundary catches
})
afterEach(() => stop())

/** A part whose chunk is missing the first `times` times that it is requested. */
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
  const Part = lazyPart<object>('part', missing(9), { failed: () => <p>Missing</p> })
  render(<Part />)
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(screen.queryByText('Missing')).toBeNull()
})

test('a part that is still missing takes away only itself, and can be asked for again', async () => {
  const reload = reloads()
  reloadForPart()
  reload.mockClear()
  const load = missing(1)
  const Part = lazyPart<object>('part', load, { failed: partLoadError })
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
  const Dialog = lazyPart<{ onClose(): void }>('dialog', missing(9), { failed: dialogLoadError })
  render(<Dialog onClose={close} />)
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(toasts.get()).toHaveLength(1)
})

describe('without a network', () => {
  const noNetworks: [what: string, cut: () => void][] = [
    ['the device says so', () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)],
    [
      'only calls do',
      () => {
        server.use(http.get(call('/app-config.json'), () => HttpResponse.error()))
      },
    ],
  ]
  /** The network is back, and the browser fires its event. */
  function restore() {
    vi.mocked(vi.spyOn(navigator, 'onLine', 'get')).mockReturnValue(true)
    server.resetHandlers()
    act(() => void window.dispatchEvent(new Event('online')))
  }

  test.each(noNetworks)(
    'SESSION-05: the page is not loaded anew (%s): it says so and goes on by itself',
    async (_, cut) => {
      cut()
      const reload = reloads()
      const load = missing(2)
      const Part = lazyPart<object>('part', load, { failed: partLoadError })
      render(<Part />)
      const again = await screen.findByRole('button', { name: 'Try again' })
      expect(screen.getByText(/^You are offline/)).toBeDefined()
      await userEvent.click(again)
      expect(load).toHaveBeenCalledOnce() // there is still no network
      restore()
      // A chunk that is missing even online is what the one reload is for.
      await waitFor(() => expect(reload).toHaveBeenCalledOnce())
      expect(load).toHaveBeenCalledTimes(2)
    },
  )

  test('a part comes as soon as the network is back', async () => {
    noNetworks[0]?.[1]()
    const reload = reloads()
    const Part = lazyPart<object>('part', missing(1), { failed: partLoadError })
    render(<Part />)
    await screen.findByText(/^You are offline/)
    restore()
    expect(await screen.findByText('Here')).toBeDefined()
    expect(reload).not.toHaveBeenCalled()
  })

  test('a part comes when the network is back before anybody asks for it', async () => {
    const isSaid = () => /You are offline/.test(document.body.textContent ?? '')
    vi.spyOn(navigator, 'onLine', 'get').mockImplementation(isSaid)
    const reload = reloads()
    const Part = lazyPart<object>('part', missing(1), { failed: partLoadError })
    render(<Part />)
    expect(await screen.findByText('Here')).toBeDefined()
    expect(reload).not.toHaveBeenCalled()
  })

  test('a part is asked for again where it is drawn the next time, and the page is not loaded anew for it', async () => {
    const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const reload = reloads()
    const Part = lazyPart<object>('part', missing(1), { failed: partLoadError })
    const page = render(<Part />)
    await screen.findByText(/^You are offline/)
    page.unmount()
    network.mockReturnValue(true)
    render(<Part />)
    expect(await screen.findByText('Here')).toBeDefined()
    expect(reload).not.toHaveBeenCalled()
  })

  test('a dialog waits, and can be given up', async () => {
    noNetworks[0]?.[1]()
    reloads()
    const close = vi.fn()
    const Dialog = lazyPart<{ onClose(): void }>('dialog', missing(1), { failed: dialogLoadError })
    render(<Dialog onClose={close} />)
    await screen.findByText(/^You are offline/)
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(close).toHaveBeenCalledOnce()
  })
})
