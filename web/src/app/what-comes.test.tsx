// See test/closure.
import '#/flows/auto-debit-promo/AutoDebitPromo'
import '#/flows/close/CloseFlow'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { dispatch } from '#/features/payments/dispatch'
import { storageKeys } from '#/platform/storage'
import { bank } from '#/test/bank'
import { aUser } from '#/test/builders'
import { serveClosure, start } from '#/test/closure'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { aPaymentOption, razorpayOptions } from '#/test/money-builders'
import { serveWorld } from '#/test/places'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'
import { restartPageLoad } from './guards/fresh-flow'
import { followOtherTabs } from './other-tabs'

// Events that may come while something is on screen, and that no part of the screen may block
// (docs/pairs.md): another language, the loss of the network, another customer in a second tab, and the end
// of the session.

const rentDue = { totalPayableAmount: 2500.5, totalPendingRentalDueAmount: 2500.5 }
const pay = async (user: UserEvent) => user.click(await screen.findByRole('button', { name: 'Pay Now' }))
const thanks = () => screen.findByRole('dialog', { name: 'Payment Completed Succesfully' })

/** Something that can be on screen: how it gets there, and how the test recognises it. */
interface Shown {
  path: string
  /** Sets up what the server has for it. */
  served?(): unknown
  open?(user: UserEvent): Promise<unknown>
  is(): Promise<HTMLElement>
}

const onScreen: Record<string, Shown> = {
  'the payment sheet': {
    path: '/home',
    served: () => bank(rentDue),
    open: pay,
    is: () => screen.findByRole('dialog', { name: 'Choose payment mode' }),
  },
  "the gateway's page": {
    path: '/home',
    served: () => bank(rentDue, { isOnlyRazorpay: true, razorpayOptions: razorpayOptions() }),
    open: pay,
    is: () => screen.findByTitle('Payment with Razorpay'),
  },
  'the success': {
    path: '/home',
    served: () => bank(rentDue, { walletPaid: true }),
    open: pay,
    is: thanks,
  },
  'the promotion': {
    path: '/home?showAutoDebit=true',
    served: () => bank({ ...rentDue, isAutoDebitRequired: true, paymentOptions: [aPaymentOption()] }),
    is: () => screen.findByRole('dialog', { name: 'Auto Debit' }),
  },
  'the feedback popup': {
    path: '/home',
    served: () => Object.assign(bank(rentDue, { walletPaid: true }).state, { skipFeedback: false }),
    open: async (user) => {
      await pay(user)
      await user.click(within(await thanks()).getByRole('button', { name: 'Done' }))
    },
    is: () => screen.findByRole('dialog', { name: 'Rate your experience' }),
  },
  'a flow': {
    path: start,
    served: serveClosure,
    is: () => screen.findByRole('dialog', { name: 'Close Subscription' }),
  },
  'a form': {
    path: '/settings?newaddress=true',
    served: serveWorld,
    is: () => screen.findByRole('dialog', { name: 'Add New Address' }),
  },
  'a list': {
    path: '/my-subscriptions/active-subscriptions',
    is: () => screen.findByRole('heading', { level: 1 }),
  },
  home: { path: '/home', is: () => screen.findByText('Hi, Asha') },
}

/** Brings it on screen. */
async function show({ path, served, open, is }: Shown) {
  served?.()
  const app = await renderAt(path)
  await open?.(app.user)
  await is()
  return app
}

const offline = (isOffline: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(!isOffline)
  act(() => void window.dispatchEvent(new Event(isOffline ? 'offline' : 'online')))
}

/** Another tab has signed somebody in. The browser tells this tab by an event. */
const inAnotherTab = (person: string) => {
  window.localStorage.setItem(storageKeys.user, person)
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.user })))
}

afterEach(() => void vi.restoreAllMocks())

test.each(Object.entries(onScreen))(
  '%s: it stays without a network, follows another person in a second tab, and goes with the session',
  async (_, shown) => {
    followOtherTabs()
    const { left, queryClient, container } = await show(shown)
    offline(true)
    // The bar is also there below a dialog, for when the dialog closes.
    await waitFor(() => expect(container.textContent).toContain('You are offline'))
    await shown.is()
    offline(false)
    await shown.is()
    const person = window.localStorage.getItem(storageKeys.user) ?? ''
    inAnotherTab(JSON.stringify(aUser({ id: 8, userId: 8 })))
    expect(left.reload).toHaveBeenCalledTimes(1)
    inAnotherTab(person)
    server.use(http.all(call('/api/*'), () => fault(401, 'Please sign in again.')))
    void queryClient.invalidateQueries()
    await waitFor(() => expect(left.replace).toHaveBeenCalledTimes(1))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByText(/₹/)).toBeNull()
  },
)

/** A success is not shown twice, and missing feedback is asked for another time. */
test.each(Object.entries(onScreen).filter(([name]) => /success|feedback/.test(name)))(
  '%s: a reload leads to home',
  async (_, shown) => {
    const { unmount } = await show(shown)
    unmount()
    dispatch({ type: 'leave' })
    restartPageLoad()
    bank({})
    await renderAt('/home')
    await screen.findByText('Hi, Asha')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
)
