import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { customerKey } from '#/api/keys'
import { rememberOpenPayment } from '#/state/open-payment'
import { bank } from '#/test/bank'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

const underWay = {
  stage: 'gateway',
  customerId: 7,
  type: 'due',
  autoDebit: false,
  startedAt: Date.now(),
  transaction: { rmTransactionId: 501, uniqueId: 'u-501', amountPaise: 250050 },
} as const

const gone = () => http.all(call('/api/*'), () => fault(401, 'Please sign in again.'))

test('a session that ends while something is paid says on the way that the payment is not forgotten', async () => {
  const { left, queryClient } = await renderAt('/settings')
  rememberOpenPayment(underWay)
  server.use(gone())
  void queryClient.invalidateQueries()
  await waitFor(() => expect(left.replace).toHaveBeenCalledTimes(1))
  expect(left.replace).toHaveBeenCalledWith('/bangalore?popup=login&redirect=/dashboard/home&payment=open')
})

test('the sign-in says so as well, and leads to the truth about the money', async () => {
  rememberOpenPayment(underWay)
  const login = await renderAt('/login', { signedIn: false })
  expect(await screen.findByText('Your session ended during a payment')).toBeDefined()
  login.unmount()
  const { state } = bank({})
  state.status = 300
  await renderAt('/home')
  expect(await screen.findByRole('dialog', { name: 'Payment Completed Succesfully' })).toBeDefined()
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
