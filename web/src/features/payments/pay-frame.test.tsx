import { createMemoryHistory, RouterContextProvider } from '@tanstack/react-router'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { createAppRouter, createQueryClient } from '#/app/router'
import { STALL_MS } from '#/shared/stall'
import { aTransaction } from '#/test/money-builders'
import { PayFrame } from './components/PayFrame'
import { gatewayRequest } from './gateway-request'
import { idle } from './state'

const frame = () => screen.getByTitle<HTMLIFrameElement>('Payment with Razorpay')
const spinner = () => screen.queryByText('Opening the secure payment page')
const reason = () => screen.queryByRole('alert')?.textContent
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.useFakeTimers()
  const signs = { launch: '', userAgent: '', hasIosBridge: false, width: 390 }
  const device = gatewayRequest({ productSlug: 'rento', androidApp: '' }, signs, '9000000001')
  const context = { customerId: 7, payOrigin: '', device }
  const payment = { ...idle, phase: 'waiting', openedIn: 'frame', gatewayName: 'Razorpay' } as const
  render(
    <RouterContextProvider router={createAppRouter(createQueryClient(), createMemoryHistory())}>
      <PayFrame payment={{ ...payment, transaction: aTransaction() }} context={context} />
    </RouterContextProvider>,
  )
})

test("a gateway's page that does not come says so after 20 s, and can be loaded again", async () => {
  const first = frame()
  await pass(STALL_MS - 1)
  expect([reason(), spinner() !== null]).toEqual([undefined, true])
  await pass(1)
  expect(reason()).toMatch(/^The payment page is taking too long/)
  expect([frame(), spinner()]).toEqual([first, null])

  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  const second = frame()
  expect(second).not.toBe(first)
  expect(second.getAttribute('src')).toBe(first.getAttribute('src'))
  expect([reason(), spinner() !== null]).toEqual([undefined, true])
  fireEvent.load(second)
  await pass(10 * STALL_MS)
  expect([reason(), spinner()]).toEqual([undefined, null])
})

test('one that comes late takes the reason away, and stays', async () => {
  const first = frame()
  await pass(STALL_MS)
  expect(reason()).toBeDefined()
  fireEvent.load(first)
  expect([reason(), frame()]).toEqual([undefined, first])
})
