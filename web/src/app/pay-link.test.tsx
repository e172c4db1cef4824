import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { endOtherSessions } from '#/features/session/sessions'
import { storageKeys } from '#/platform/storage'
import { toasts } from '#/platform/toast'
import { sending } from '#/state/sending'
import { markDirectLogin } from '#/state/session'
import { aDashboard, aUser } from '#/test/builders'
import { call, http } from '#/test/contract'
import { fault, signedIn } from '#/test/handlers'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

const CODE = '0123456789abcdefghijABCDEFGHIJ01234567'

/** Counts how often the payment of the dues is started. */
function payments(): () => number {
  let begun = 0
  server.use(
    http.get(call('/api/Dashboards/dashboardData'), () =>
      HttpResponse.json(aDashboard({ totalPayableAmount: 2500.5, totalPendingRentalDueAmount: 2500.5 })),
    ),
    http.post(call('/api/RMUsers/7/createPendingRentTransaction'), () => {
      begun++
      return fault(503, 'Please try again.')
    }),
  )
  return () => begun
}

function redeems(answer: () => Response | Promise<Response>): unknown[] {
  const redeemed: unknown[] = []
  server.use(
    http.post(call('/api/RMUsers/accessTokenLogin'), async ({ request }) => {
      redeemed.push(await request.json())
      return answer() as never
    }),
  )
  return redeemed
}

const used = () => fault(401, 'Please sign in.')

test('the link of a message signs in and begins the payment, once, and its code is in no address (S7)', async () => {
  const begun = payments()
  const redeemed = redeems(() => HttpResponse.json(signedIn()))
  const { history, location, router } = await renderAt(`/pay#${CODE}`, { signedIn: false })
  await waitFor(() => expect(begun()).toBe(1))
  expect(redeemed).toEqual([{ accessTokenID: CODE }])
  expect(location().href).not.toContain(CODE)
  expect(location().pathname).toBe('/home')
  expect(location().search).toEqual({})
  expect(history.length).toBeLessThanOrEqual(2) // home, and the layer of the payment
  await router.invalidate()
  expect(begun()).toBe(1)
})

test('a used link leads to the sign-in, which says why and goes on to the payment', async () => {
  const begun = payments()
  redeems(used)
  server.use(
    http.post(call('/api/RMUsers/requestLoginCode'), () => HttpResponse.json({ challengeId: 'c', resendAfter: 30 })),
    http.post(call('/api/RMUsers/verifyLoginCode'), () => HttpResponse.json(signedIn())),
  )
  const { user, location } = await renderAt(`/pay#${CODE}`, { signedIn: false })
  expect(await screen.findByText('This link does not sign you in any more')).toBeDefined()
  expect(location().href).not.toContain(CODE)
  await user.type(screen.getByLabelText('Mobile number'), '9000000001')
  await user.click(screen.getByRole('button', { name: 'Send code' }))
  await user.type(await screen.findByLabelText('6-digit code'), '123456')
  await waitFor(() => expect(begun()).toBe(1))
  expect(location().pathname).toBe('/home')
})

test('whoever is signed in already pays by a used link all the same', async () => {
  const begun = payments()
  redeems(used)
  await renderAt(`/pay#${CODE}`)
  await waitFor(() => expect(begun()).toBe(1))
})

test('the same address without a code asks to sign in, or begins the payment', async () => {
  const begun = payments()
  const redeemed = redeems(used)
  const { location } = await renderAt('/pay', { signedIn: false })
  await waitFor(() => expect(location().pathname).toBe('/login'))
  expect(location().search).toEqual({ redirectUrl: '/home?pay=due' })
  expect(begun()).toBe(0)
  await renderAt('/pay')
  await waitFor(() => expect(begun()).toBe(1))
  expect(redeemed).toEqual([])
})

test('whoever is signed in as somebody else is asked, and nothing is begun before', async () => {
  const begun = payments()
  redeems(() => HttpResponse.json(signedIn(aUser({ id: 8, userId: 8, fullName: 'Bilal Khan' }))))
  await renderAt(`/pay#${CODE}`)
  expect(await screen.findByRole('heading', { name: 'Continue as Bilal Khan?' })).toBeDefined()
  expect(begun()).toBe(0)
  expect(window.localStorage.getItem(storageKeys.token)).toBe('rs1_token')
})

test('an agent is refused, and begins no payment (S5)', async () => {
  const begun = payments()
  redeems(() => fault(403, 'An agent cannot do this for a customer.'))
  markDirectLogin()
  await renderAt(`/pay#${CODE}`)
  expect((await screen.findByRole('alert')).textContent).toBe('An agent cannot do this for a customer.')
  const { location } = await renderAt('/home?pay=due')
  await waitFor(() => expect(location().search).toEqual({}))
  expect(begun()).toBe(0)
})

/** A session that a link in a message opened. `set` counts the calls that needed a code and got through. */
function limited(): { set: () => number; verified: () => unknown[] } {
  let set = 0
  const verified: unknown[] = []
  server.use(
    http.post(call('/api/RMUsers/accessTokenLogin'), () => HttpResponse.json({ ...signedIn(), isByLink: true })),
    http.post(call('/api/RMUsers/endOtherSessions'), ({ request }) => {
      if (request.headers.get('Authorization') !== 'rs1_confirmed') {
        return fault(403, 'Please confirm with a code that it is you.', { code: 'session.code_needed' })
      }
      set++
      return HttpResponse.json({ success: true })
    }),
    http.post(call('/api/RMUsers/verifyLoginCode'), async ({ request }) => {
      verified.push(await request.json())
      return HttpResponse.json({ ...signedIn(), accessTokenId: 'rs1_confirmed' })
    }),
  )
  return { set: () => set, verified: () => verified }
}

test('what the link of a message may not do asks for a code, and goes on by itself once it is right', async () => {
  payments()
  const { set, verified } = limited()
  const { user } = await renderAt('/settings')
  const end = endOtherSessions()
  const dialog = within(await screen.findByRole('dialog', { name: 'Please confirm that it is you' }))
  expect(dialog.getByText(/we send a code to \+91 90000 00001/)).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Send code' }))
  await user.type(await dialog.findByLabelText('6-digit code'), '123456')
  await end
  expect(verified()).toEqual([{ challengeId: 'c-1', code: '123456' }])
  expect(set()).toBe(1)
  expect(window.localStorage.getItem(storageKeys.token)).toBe('rs1_confirmed')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('whoever closes the question is told why nothing was done', async () => {
  const { set } = limited()
  const { user } = await renderAt('/settings')
  const end = endOtherSessions().catch((error: Error) => error.message)
  const dialog = within(await screen.findByRole('dialog', { name: 'Please confirm that it is you' }))
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(await end).toBe('Please confirm with a code that it is you.')
  expect(set()).toBe(0)
})

test("the phone's Back closes the question, and nobody is told that something is being sent", async () => {
  limited()
  const { history } = await renderAt('/settings')
  const call = {}
  sending.begin(call)
  const end = endOtherSessions()
    .catch((error: Error) => error.message)
    .finally(() => sending.end(call))
  await screen.findByRole('dialog', { name: 'Please confirm that it is you' })
  await waitFor(() => expect(history.location.state).toMatchObject({ layers: 1 }))
  history.back()
  expect(await end).toBe('Please confirm with a code that it is you.')
  expect(toasts.get()).toEqual([])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
