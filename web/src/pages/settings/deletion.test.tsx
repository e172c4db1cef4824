import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { markDirectLogin } from '#/platform/session'
import { call, fault } from '#/test/handlers'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

const path = call('/api/UserProfiles/requestDeleteUser')
const ask = async () => within(await screen.findByRole('dialog', { name: 'Delete your account?' }))

test('the settings delete the account, after a confirmation', async () => {
  let asked = 0
  const message = 'Your account will be deleted on 27 November 2026. Sign in before that day to keep it.'
  server.use(
    http.post(path, () => {
      asked += 1
      return HttpResponse.json({ success: true, message })
    }),
  )
  const { user } = await renderAt('/settings')
  await user.click(await screen.findByRole('button', { name: 'Delete account' }))
  await user.click((await ask()).getByRole('button', { name: 'Keep my account' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked).toBe(0)
  await user.click(screen.getByRole('button', { name: 'Delete account' }))
  await user.click((await ask()).getByRole('button', { name: 'Yes, delete my account' }))
  expect(await screen.findByText(message)).toBeDefined()
  expect(asked).toBe(1)
})

test('what is still open is said', async () => {
  server.use(http.post(path, () => fault(409, 'Your account cannot be deleted yet, because of: items on rent.')))
  const { user } = await renderAt('/settings')
  await user.click(await screen.findByRole('button', { name: 'Delete account' }))
  await user.click((await ask()).getByRole('button', { name: 'Yes, delete my account' }))
  expect(await screen.findByText('Your account cannot be deleted yet, because of: items on rent.')).toBeDefined()
})

test('an agent does not delete accounts', async () => {
  markDirectLogin()
  await renderAt('/settings')
  await screen.findByRole('heading', { name: 'Settings' })
  expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull()
})
