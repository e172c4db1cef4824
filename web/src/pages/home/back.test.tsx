import type { RouterHistory } from '@tanstack/react-router'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { idle } from '#/features/payments/state'
import { currentPayment } from '#/features/payments/store'
import { timing } from '#/platform/timing'
import { bank } from '#/test/bank'
import { aDashboard } from '#/test/builders'
import { call, http } from '#/test/contract'
import { razorpayOptions } from '#/test/money-builders'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

const rentDue = { totalPayableAmount: 2500.5, totalPendingRentalDueAmount: 2500.5 }
const payNow = () => screen.findByRole('button', { name: 'Pay Now' })
const dialog = (name: string) => screen.findByRole('dialog', { name })
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

/** The index of the current history entry, and the number of layers that it stands for. */
const place = ({ location }: RouterHistory) => [location.state.__TSR_index, location.state.layers ?? 0]
/** A layer gets its history entry shortly after it is rendered. */
const hasLayer = (history: RouterHistory, index: number) => waitFor(() => expect(place(history)).toEqual([index, 1]))
const atPage = (history: RouterHistory, index = 0) => waitFor(() => expect(place(history)).toEqual([index, 0]))

test("DIALOG-19: the phone's Back closes the payment sheet on a direct landing, and stays in the app", async () => {
  bank(rentDue)
  const { user, history } = await renderAt('/home')
  await user.click(await payNow())
  await dialog('Choose payment mode')
  await hasLayer(history, 1)
  history.back()
  await noDialog()
  await atPage(history)
  expect(history.location.href).toBe('/dashboard/home')
  expect(currentPayment()).toBe(idle)
})

test('closing by hand leaves no entry behind: the next Back is not lost', async () => {
  bank(rentDue)
  const { user, history } = await renderAt('/home', { before: ['/settings'] })
  await user.click(await payNow())
  const choice = await dialog('Choose payment mode')
  await hasLayer(history, 2)
  await user.click(within(choice).getByRole('button', { name: 'Close' }))
  await atPage(history, 1)
  history.back()
  await waitFor(() => expect(history.location.pathname).toBe('/dashboard/settings'))
})

test('Back leaves the gateway, asks what became of it, and only then closes', async () => {
  // Disable polling, which would add calls on a slow machine.
  vi.spyOn(timing, 'repeat').mockReturnValue(() => {})
  const { calls } = bank(rentDue, { isOnlyRazorpay: true, razorpayOptions: razorpayOptions() })
  const { user, history } = await renderAt('/home')
  await user.click(await payNow())
  await screen.findByTitle('Payment with Razorpay')
  await hasLayer(history, 1)
  history.back()
  await dialog('This payment is not finished')
  expect(calls.asked).toBe(1)
  await hasLayer(history, 1)
  history.back()
  await noDialog()
  await atPage(history)
})

test('Back closes the thanks, then the feedback, then nothing more', async () => {
  const { state } = bank(rentDue, { walletPaid: true })
  state.skipFeedback = false
  server.use(http.post(call('/api/Feedbacks/feedbackLater'), () => HttpResponse.json({ success: true })))
  const { user, history } = await renderAt('/home')
  await user.click(await payNow())
  await dialog('Payment Completed Succesfully')
  await hasLayer(history, 1)
  history.back()
  await dialog('Rate your experience')
  await hasLayer(history, 1)
  history.back()
  await noDialog()
  await atPage(history)
})

test('Back closes why an amount is due, whether it was opened here or by its address', async () => {
  server.use(http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(aDashboard(rentDue))))
  const { user, history, unmount } = await renderAt('/home', { before: ['/settings'] })
  await user.click(await screen.findByRole('link', { name: 'Why this amount?' }))
  await dialog('Why this amount?')
  expect(history.location.href).toBe('/dashboard/home?whyAmount=true')
  history.back()
  await noDialog()
  expect(history.location.href).toBe('/dashboard/home')
  history.back()
  await waitFor(() => expect(history.location.pathname).toBe('/dashboard/settings'))
  unmount()

  const landed = await renderAt('/home?whyAmount=true')
  await dialog('Why this amount?')
  await waitFor(() => expect(landed.history.location.state.__TSR_index).toBe(1))
  landed.history.back()
  await noDialog()
  expect(landed.history.location.href).toBe('/dashboard/home')
})

test('Back closes a question and nothing else', async () => {
  const { user, history } = await renderAt('/settings', { before: ['/home'] })
  await user.click(await screen.findByRole('button', { name: 'Delete account' }))
  await dialog('Delete your account?')
  await hasLayer(history, 2)
  history.back()
  await noDialog()
  await atPage(history, 1)
  expect(history.location.pathname).toBe('/dashboard/settings')
})

test('a payment that the promotion led to closes to the page, not to the promotion', async () => {
  bank({ ...rentDue, isAutoDebitRequired: true })
  const { user, history } = await renderAt('/home')
  await user.click(await payNow())
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  await dialog('Choose payment mode')
  await waitFor(() => expect(place(history)[1]).toBe(1))
  history.back()
  await noDialog()
  await waitFor(() => expect(history.location.href).toBe('/dashboard/home'))
})

test('an entry of a layer that a reload has closed is left at once', async () => {
  bank(rentDue)
  const { user, history, unmount } = await renderAt('/home')
  await user.click(await payNow())
  await hasLayer(history, 1)
  unmount()
  const { dropStaleLayers } = await import('#/app/history')
  dropStaleLayers({ history } as Parameters<typeof dropStaleLayers>[0])
  await atPage(history)
})
