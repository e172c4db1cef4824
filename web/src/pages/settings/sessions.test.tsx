import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { maskedPerson } from '#/features/session/anothers-session'
import { deviceName } from '#/features/session/device-name'
import type { Place } from '#/features/session/sessions'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

const chrome =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36'

const aPlace = (changes: Partial<Place> = {}): Place => ({
  id: 'a',
  by: 'customer',
  device: chrome,
  network: '203.0.113.0/24',
  begunAt: '2026-11-20T06:30:00Z',
  lastSeenAt: '2026-11-21T06:30:00Z',
  isThis: true,
  ...changes,
})

function serveSessions(places: Place[]) {
  server.use(http.get(call('/api/RMUsers/sessions'), () => HttpResponse.json({ sessions: places })))
}

async function card() {
  const heading = await screen.findByRole('heading', { name: 'Where you are signed in' })
  return within(heading.closest('section') as HTMLElement)
}

test('the settings list where the account is open, an agent as the company', async () => {
  serveSessions([aPlace(), aPlace({ id: 'b', by: 'company', device: '', network: '', isThis: false })])
  await renderAt('/settings')
  const rows = await (await card()).findAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Chrome, AndroidThis deviceLast seen 21 Nov.*network 203\.0\.113\.0\/24$/),
    expect.stringMatching(/^Our support teamLast seen/),
  ])
})

test('the others are ended with one tap', async () => {
  let ended = 0
  serveSessions([aPlace(), aPlace({ id: 'b', isThis: false })])
  server.use(
    http.post(call('/api/RMUsers/endOtherSessions'), () => {
      ended++
      serveSessions([aPlace()])
      return HttpResponse.json({ success: true })
    }),
  )
  const { user } = await renderAt('/settings')
  await user.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }))
  expect(await screen.findByText('You are now signed in only here.')).toBeDefined()
  expect(ended).toBe(1)
  expect((await card()).getAllByRole('listitem')).toHaveLength(1)
})

test('nothing is to be ended when the account is open only here, and a failure is said', async () => {
  serveSessions([aPlace()])
  const { user } = await renderAt('/settings')
  expect(await (await card()).findAllByRole('listitem')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull()
  serveSessions([aPlace(), aPlace({ id: 'b', isThis: false })])
  server.use(http.post(call('/api/RMUsers/endOtherSessions'), () => fault(409, 'Not now.')))
  await renderAt('/settings')
  await user.click((await screen.findAllByRole('button', { name: 'Sign out everywhere else' }))[0] as HTMLElement)
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Not now.'))
})

test.each([
  [chrome, 'Chrome, Android'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0',
    'Edge, Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Safari/604.1',
    'Safari, iPhone',
  ],
  ['curl/8', ''],
])('%s is named %s', (agent, name) => expect(deviceName(agent)).toBe(name))

test('a person is shown masked', () => {
  expect(maskedPerson({ fullName: 'Asha Rao', mobileNumber: '9000000001' })).toEqual({
    name: 'A••• R•••',
    number: '••••••0001',
  })
})
