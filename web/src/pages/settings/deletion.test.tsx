import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { markDirectLogin } from '#/state/session'
import { aDashboard } from '#/test/builders'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

const path = call('/api/UserProfiles/requestDeleteUser')

/** Serves an account that can be deleted and kept, and counts the requests for deletion. */
function serve(eraseOn: string | null = null) {
  const world = { eraseOn, asked: 0 }
  server.use(
    http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(aDashboard({ eraseOn: world.eraseOn }))),
    http.post(path, () => {
      world.asked += 1
      world.eraseOn = '2026-11-27'
      return HttpResponse.json({ success: true, message: 'The sentence of the server.', eraseOn: world.eraseOn })
    }),
    http.post(call('/api/UserProfiles/keepUser'), () => {
      world.eraseOn = null
      return HttpResponse.json({ success: true })
    }),
  )
  return world
}

const planned = 'Your account will be deleted on 27 Nov 2026. If you sign in again before that day, it is kept.'
const ask = async () => within(await screen.findByRole('dialog', { name: 'Delete your account?' }))

test('N70: the settings delete the account, after a confirmation, and say the day in the words of the screen', async () => {
  const world = serve()
  const { user } = await renderAt('/settings')
  await user.click(await screen.findByRole('button', { name: 'Delete account' }))
  await user.click((await ask()).getByRole('button', { name: 'Keep my account' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(world.asked).toBe(0)
  await user.click(screen.getByRole('button', { name: 'Delete account' }))
  await user.click((await ask()).getByRole('button', { name: 'Yes, delete my account' }))
  expect(await screen.findByText(planned)).toBeDefined()
  expect(world.asked).toBe(1)
})

test('an account that is kept right after it was to be deleted is not said to be deleted, and can be deleted again', async () => {
  const world = serve()
  const { user } = await renderAt('/settings')
  for (const round of [1, 2]) {
    await user.click(await screen.findByRole('button', { name: 'Delete account' }))
    await user.click((await ask()).getByRole('button', { name: 'Yes, delete my account' }))
    expect(await screen.findByText(planned)).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Keep my account' }))
    await waitFor(() => expect(screen.queryByText(planned)).toBeNull())
    expect(world.asked).toBe(round)
  }
})

test('the day is said too where the figures of the customer do not come', async () => {
  serve()
  const { user } = await renderAt('/settings')
  await user.click(await screen.findByRole('button', { name: 'Delete account' }))
  server.use(http.get(call('/api/Dashboards/dashboardData'), () => fault(503, 'Too busy.')))
  await user.click((await ask()).getByRole('button', { name: 'Yes, delete my account' }))
  expect(await screen.findByText(planned)).toBeDefined()
})

test('what is still open is said', async () => {
  server.use(http.post(path, () => fault(409, 'Your account cannot be deleted yet, because of: items on rent.')))
  const { user } = await renderAt('/settings')
  await user.click(await screen.findByRole('button', { name: 'Delete account' }))
  await user.click((await ask()).getByRole('button', { name: 'Yes, delete my account' }))
  expect(await screen.findByText('Your account cannot be deleted yet, because of: items on rent.')).toBeDefined()
})

describe('a deletion that is planned', () => {
  test.each(['/settings', '/home'])(
    'is said at %s for as long as it holds, and can be taken back there',
    async (at) => {
      serve('2026-12-19')
      const { user } = await renderAt(at)
      const words = 'Your account will be deleted on 19 Dec 2026. If you sign in again before that day, it is kept.'
      expect(await screen.findByText(words)).toBeDefined()
      expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull()
      await user.click(screen.getByRole('button', { name: 'Keep my account' }))
      await waitFor(() => expect(screen.queryByText(words)).toBeNull())
    },
  )
})

test('an account that could not be kept says so beside the button, and is tried again there', async () => {
  serve('2026-12-19')
  server.use(http.post(call('/api/UserProfiles/keepUser'), () => HttpResponse.error(), { once: true }))
  const { user } = await renderAt('/settings')
  await user.click(await screen.findByRole('button', { name: 'Keep my account' }))
  const alert = within(await screen.findByRole('alert'))
  await user.click(alert.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep my account' })).toBeNull())
})

test('an agent does not delete accounts', async () => {
  markDirectLogin()
  await renderAt('/settings')
  await screen.findByRole('heading', { name: 'Settings' })
  expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull()
})
