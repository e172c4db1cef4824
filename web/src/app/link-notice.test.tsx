import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { leave } from '#/platform/leave'
import { readSession, saveSession } from '#/state/session'
import { aUser } from '#/test/builders'
import { call, http } from '#/test/contract'
import { fault, signedIn } from '#/test/handlers'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'
import { showLinkNotice } from './LinkNotice'

const asha = { fullName: 'Asha Rao', mobileNumber: '9000000001' }

test('a link that signs in says whose account it opened, and goes when that is right', async () => {
  server.use(
    http.post(call('/api/RMUsers/accessTokenLogin'), () => HttpResponse.json(signedIn({ ...aUser(), ...asha }))),
  )
  const { user } = await renderAt('/authenticate-user?accessToken=code-1')
  const notice = await screen.findByRole('complementary', { name: 'Account opened by a link' })
  expect(notice.textContent).toBe('Opened by a link: A••• R•••, ••••••0001This is not meYes, it is me')
  await user.click(screen.getByRole('button', { name: 'Yes, it is me' }))
  await waitFor(() => expect(document.getElementById('link-notice')).toBeNull())
})

test.each([200, 500])('who is somebody else ends the session and signs in (the server says %i)', async (status) => {
  let disowned = 0
  const left: string[] = []
  vi.spyOn(leave, 'replace').mockImplementation((to) => void left.push(to))
  server.use(
    http.post(call('/api/RMUsers/disownSession'), () => {
      disowned++
      return HttpResponse.json({ success: status === 200 }, { status })
    }),
  )
  saveSession('rs1_token', aUser())
  const user = userEvent.setup()
  act(() => showLinkNotice(asha))
  await user.click(await screen.findByRole('button', { name: 'This is not me' }))
  await waitFor(() => expect(left).toEqual([expect.stringMatching(/\/login\?disowned=true$/)]))
  expect(disowned).toBe(1)
  expect(readSession().status).toBe('none')
})

test('an agent, who may disown nothing, is signed out', async () => {
  let signedOut = 0
  vi.spyOn(leave, 'replace').mockImplementation(() => undefined)
  server.use(
    http.post(call('/api/RMUsers/disownSession'), () => fault(403, 'An agent disowns nothing.')),
    http.post(call('/api/RMUsers/logout'), () => {
      signedOut++
      return HttpResponse.json({ success: true })
    }),
  )
  saveSession('rs1_token', aUser())
  act(() => showLinkNotice(asha))
  await userEvent.setup().click(await screen.findByRole('button', { name: 'This is not me' }))
  await waitFor(() => expect(signedOut).toBe(1))
})

test('and is told so where they sign in', async () => {
  await renderAt('/login?disowned=true', { signedIn: false })
  expect(await screen.findByText('You are signed out of that account')).toBeDefined()
})
