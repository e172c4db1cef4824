import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { storageKeys } from '#/platform/storage'
import { setSessionUser } from '#/state/session'
import { aUser } from '#/test/builders'
import { call, http } from '#/test/contract'
import { server } from '#/test/server'
import { RefundPreference } from './components/RefundPreference'

const wallet = /Straight to Rentomoney/

/**
 * Presses a preference in the close flow. Returns the next step and what was stored.
 * The first calls may fail.
 */
async function press(name: string | RegExp, failures = 0) {
  const stored: string[] = []
  let left = failures
  server.use(
    http.get(call('/api/RMUsers/:id/getRefundPreference'), () =>
      HttpResponse.json({ success: true, refundPreference: 0 }),
    ),
    http.post(call('/api/RMUsers/:id/setRefundPreference'), ({ request }) => {
      left -= 1
      if (left >= 0) return HttpResponse.error()
      stored.push(new URL(request.url).searchParams.get('preferenceInt') ?? '')
      return HttpResponse.json({ success: true, refundPreference: 10 })
    }),
  )
  setSessionUser({ ...aUser(), created: undefined })
  const onNext = vi.fn()
  // The router is needed because Back answers the question about the wallet.
  const component = () => <RefundPreference mode="close-flow" onNext={onNext} />
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name }))
  await waitFor(() => expect(onNext).toHaveBeenCalledOnce())
  return { step: onNext.mock.calls[0]?.[0], stored }
}

test.each([
  ['REFUND-13, REFUND-21', wallet, 'close-subscription-confirmation', ['10']],
  ['REFUND-14, REFUND-22', 'Straight to Bank Account', 'bank-details', []],
  ['REFUND-15, REFUND-23', 'Refund Via UPI', 'refund-upi', []],
])('%s: the close flow goes on by the choice', async (_, name, step, stored) => {
  expect(await press(name)).toEqual({ step, stored })
})

test('before it is chosen, the close flow says that the choice is saved for the account at once', async () => {
  await press('Refund Via UPI')
  expect(screen.getByText(/saved for your account at once, and holds for all your refunds/)).toBeDefined()
})

test('a refund that is ready by now would go to the wallet too: that is asked first, with the sum of all', async () => {
  const settlement = { origin: 'pickup' as const, lines: [], paysDue: 0, workingDaysLeft: 0, isHeld: false }
  server.use(
    http.get(call('/api/RMUsers/:id/getSettlements'), () =>
      HttpResponse.json({
        total: 1,
        settlements: [
          { ...settlement, id: 3, state: 'ready', refund: 1000.1 },
          { ...settlement, id: 2, state: 'ready', refund: 500.2 },
          { ...settlement, id: 1, state: 'paid', refund: 70 },
        ],
      }),
    ),
  )
  const pressed = press(wallet)
  await screen.findByRole('dialog', { name: 'Put ₹1,500.30 into Rentomoney?' })
  await userEvent.click(screen.getByRole('button', { name: 'Put it into Rentomoney' }))
  expect(await pressed).toEqual({ step: 'close-subscription-confirmation', stored: ['10'] })
})

test('a way that was not stored says so below the ways, and is tried again there', async () => {
  const pressed = press(wallet, 1)
  const alert = within(await screen.findByRole('alert'))
  await userEvent.click(alert.getByRole('button', { name: 'Try again' }))
  expect(await pressed).toEqual({ step: 'close-subscription-confirmation', stored: ['10'] })
})

test.each([wallet, 'Straight to Bank Account', 'Refund Via UPI'])(
  'REFUND-16: an agent goes straight to the confirmation and stores nothing (%s)',
  async (name) => {
    window.localStorage.setItem(storageKeys.isDirectLogin, 'true')
    expect(await press(name)).toEqual({ step: 'close-subscription-confirmation', stored: [] })
  },
)
