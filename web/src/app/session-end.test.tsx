import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { customerKey } from '#/api/keys'
import { storeOpenPayment } from '#/state/store-open-payment'
import { bank } from '#/test/bank'
import { aUser } from '#/test/builders'
import { choose, heading, press, serveClosure, sofa, start } from '#/test/closure'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { realTime } from '#/test/real-time'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'
import { restartPageLoad } from './guards/fresh-flow'

const underWay = {
  stage: 'gateway',
  customerId: 7,
  type: 'due',
  autoDebit: false,
  startedAt: realTime(),
  transaction: { rmTransactionId: 501, uniqueId: 'u-501', amountPaise: 250050 },
} as const

const gone = () => http.all(call('/api/*'), () => fault(401, 'Please sign in again.'))

test('a session that ends while something is paid says on the way that the payment is not forgotten', async () => {
  const { left, queryClient } = await renderAt('/settings')
  storeOpenPayment(underWay)
  server.use(gone())
  void queryClient.invalidateQueries()
  await waitFor(() => expect(left.replace).toHaveBeenCalledTimes(1))
  expect(left.replace).toHaveBeenCalledWith('/bangalore?popup=login&redirect=/dashboard/home&payment=open')
})

test('it says nothing of a payment of whoever was signed in before', async () => {
  const { left, queryClient } = await renderAt('/settings')
  storeOpenPayment({ ...underWay, customerId: 8 })
  server.use(gone())
  void queryClient.invalidateQueries()
  await waitFor(() => expect(left.replace).toHaveBeenCalledTimes(1))
  expect(left.replace).toHaveBeenCalledWith('/bangalore?popup=login&redirect=/dashboard/home')
})

test('a session that a newer sign-in displaced says so on the way', async () => {
  const { left, queryClient } = await renderAt('/settings')
  server.use(http.all(call('/api/*'), () => fault(401, 'You were signed out here.', { code: 'session.displaced' })))
  void queryClient.invalidateQueries()
  await waitFor(() => expect(left.replace).toHaveBeenCalledTimes(1))
  expect(left.replace).toHaveBeenCalledWith('/bangalore?popup=login&redirect=/dashboard/home&session=displaced')
})

test('the sign-in says so as well, and leads to the truth about the money', async () => {
  storeOpenPayment(underWay)
  const login = await renderAt('/login', { signedIn: false })
  expect(await screen.findByText('Your session ended during a payment')).toBeDefined()
  login.unmount()
  const { state } = bank({})
  state.status = 300
  await renderAt('/home')
  expect(await screen.findByRole('dialog', { name: 'Payment Completed Succesfully' })).toBeDefined()
})

describe('a session that ends in the middle of a request', () => {
  /** The session ends at the day and reason of a closure, with the day chosen. Then the sign-in is opened. */
  async function interrupt() {
    serveClosure()
    const { user, left, queryClient, unmount } = await renderAt(start)
    await choose(user)
    await heading('When and why should we pick up?')
    await user.click(await screen.findByRole('button', { name: /24 November 2026/ }))
    server.use(gone())
    void queryClient.invalidateQueries()
    await waitFor(() => expect(left.replace).toHaveBeenCalledTimes(1))
    expect(left.replace).toHaveBeenCalledWith('/bangalore?popup=login&redirect=/dashboard/home')
    unmount()
    server.resetHandlers()
    serveClosure()
    restartPageLoad()
    return renderAt('/login', { signedIn: false })
  }

  async function signInAgain(user: UserEvent) {
    await user.type(await screen.findByLabelText('Mobile number'), '9876543210')
    await user.click(screen.getByRole('button', { name: 'Send code' }))
    await user.click(await screen.findByLabelText('6-digit code'))
    await user.paste('123456')
  }

  test('has it where it stood once the same person has signed in, and Back leads through it', async () => {
    const { user, location, history } = await interrupt()
    expect(await screen.findByText('Your session ended')).toBeDefined()
    await signInAgain(user)
    await heading('When and why should we pick up?')
    expect(location().search).toMatchObject({ requestType: 'close-subscription' })
    expect(Object.keys(window.sessionStorage).filter((key) => /^(interrupted|draft:)/.test(key))).toEqual([])
    // The day is still chosen, and only the reason is missing.
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Reason' }), 'Moving out')
    await press(user, 'Continue')
    await heading('How do you wish to be refunded?')
    history.back()
    await heading('When and why should we pick up?')
    history.back()
    expect(await screen.findByRole('checkbox', { name: sofa, checked: true })).toBeDefined()
  })

  test('shows another person nothing of it', async () => {
    const { user, location } = await interrupt()
    server.use(
      http.post(call('/api/RMUsers/verifyLoginCode'), () => {
        const other = aUser({ id: 8, userId: 8 })
        return HttpResponse.json({ accessTokenId: 'rs1_other', userId: 8, user: other, isKept: false, isByLink: false })
      }),
    )
    await signInAgain(user)
    await waitFor(() => expect(location().pathname).toBe('/home'))
    expect(location().search).toEqual({})
    expect(Object.keys(window.sessionStorage).filter((key) => /^(interrupted|draft:)/.test(key))).toEqual([])
  })
})

test('without a payment the sign-in says nothing of one', async () => {
  await renderAt('/login', { signedIn: false })
  await screen.findByLabelText('Mobile number')
  expect(screen.queryByText('Your session ended during a payment')).toBeNull()
})

test('a page whose session has ended asks nothing in the name of customer 0', async () => {
  const { queryClient } = await renderAt('/settings')
  await screen.findByText('You have no saved addresses')
  const asked: string[] = []
  server.events.on('request:start', ({ request }) => void asked.push(new URL(request.url).pathname))
  server.use(gone())
  void queryClient.invalidateQueries({ queryKey: customerKey(7, 'dashboard') })
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Settings' })).toBeNull())
  void queryClient.invalidateQueries()
  await new Promise((resolve) => setTimeout(resolve, 500))
  server.events.removeAllListeners()
  expect(asked).toContain('/api/Dashboards/dashboardData')
  expect(asked.filter((path) => path.includes('/0/'))).toEqual([])
})
