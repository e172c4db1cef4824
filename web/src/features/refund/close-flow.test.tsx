import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { setSessionUser } from '#/platform/session'
import { storageKeys } from '#/platform/storage'
import { aUser } from '#/test/builders'
import { call } from '#/test/handlers'
import { server } from '#/test/server'
import { RefundPreference } from './components/RefundPreference'

const wallet = /Straight to Rentomoney/

/** Presses a way in the close flow and returns where it leads and what was stored on the way. */
async function press(name: string | RegExp) {
  const stored: string[] = []
  server.use(
    http.get(call('/api/RMUsers/:id/getRefundPreference'), () =>
      HttpResponse.json({ success: true, refundPreference: 0 }),
    ),
    http.post(call('/api/RMUsers/:id/setRefundPreference'), ({ request }) => {
      stored.push(new URL(request.url).searchParams.get('preferenceInt') ?? '')
      return HttpResponse.json({ success: true, refundPreference: 10 })
    }),
  )
  setSessionUser({ ...aUser(), created: undefined })
  const onNext = vi.fn()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RefundPreference mode="close-flow" onNext={onNext} />
    </QueryClientProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name }))
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

test.each([wallet, 'Straight to Bank Account', 'Refund Via UPI'])(
  'REFUND-16: an agent goes straight to the confirmation and stores nothing (%s)',
  async (name) => {
    window.localStorage.setItem(storageKeys.isDirectLogin, 'true')
    expect(await press(name)).toEqual({ step: 'close-subscription-confirmation', stored: [] })
  },
)
