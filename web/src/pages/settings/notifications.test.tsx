import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Choice, Preference } from '#/features/session/notifications'
import { markDirectLogin } from '#/state/session'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { aHold } from '#/test/hold'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

const getCall = call('/api/RMUsers/7/getNotificationPreferences')
const setCall = call('/api/RMUsers/7/setNotificationPreferences')

const standard: Preference[] = [
  { category: 'security', channel: 'sms', isEnabled: true, isFixed: true },
  { category: 'security', channel: 'email', isEnabled: true, isFixed: true },
  { category: 'transactional', channel: 'sms', isEnabled: true, isFixed: false },
  { category: 'transactional', channel: 'email', isEnabled: true, isFixed: false },
  { category: 'service', channel: 'push', isEnabled: false, isFixed: false },
]

function serve() {
  const world = { all: standard, sent: [] as Choice[], down: false }
  server.use(
    http.get(getCall, () => HttpResponse.json({ preferences: world.all })),
    http.post(setCall, async ({ request }) => {
      const { preferences } = (await request.json()) as { preferences: Choice[] }
      world.sent.push(...preferences)
      if (world.down) return fault(422, 'There are no such messages.')
      world.all = world.all.map((one) => {
        const choice = preferences.find(({ category, channel }) => category === one.category && channel === one.channel)
        return choice ? { ...one, isEnabled: choice.isEnabled } : one
      })
      return HttpResponse.json({ preferences: world.all })
    }),
  )
  return world
}

async function card() {
  const heading = await screen.findByRole('heading', { name: 'What we tell you' })
  return within(heading.closest('section') as HTMLElement)
}

const box = (group: HTMLElement, name: string) => within(group).getByRole<HTMLInputElement>('checkbox', { name })

test('settings say of what one is told by which ways, and what cannot be switched off', async () => {
  serve()
  await renderAt('/settings')
  const it = await card()
  const money = await it.findByRole('group', { name: 'Invoices, payments and refunds' })
  expect([box(money, 'SMS').checked, box(money, 'E-mail').checked]).toEqual([true, true])
  const visits = it.getByRole('group', { name: 'Requests, visits and extensions' })
  expect(box(visits, 'Notifications on your devices').checked).toBe(false)
  const security = it.getByRole('group', { name: 'Security of your account' })
  expect(within(security).queryByRole('checkbox')).toBeNull()
  expect(within(security).getByText('Always sent by SMS, E-mail. This cannot be switched off.')).toBeDefined()
})

test('a way is switched off and on again', async () => {
  const world = serve()
  const { user } = await renderAt('/settings')
  const money = await (await card()).findByRole('group', { name: 'Invoices, payments and refunds' })
  await user.click(box(money, 'SMS'))
  expect(world.sent).toEqual([{ category: 'transactional', channel: 'sms', isEnabled: false }])
  expect(box(money, 'SMS').checked).toBe(false)
  expect(box(money, 'E-mail').checked).toBe(true)
  await user.click(box(money, 'SMS'))
  expect(box(money, 'SMS').checked).toBe(true)
})

test('what is pressed while something is sent is shown at once and sent next, all of it in one call', async () => {
  const world = serve()
  const { held, letGo } = aHold()
  const calls: Choice[][] = []
  server.use(
    http.post(setCall, async ({ request }) => {
      calls.push(((await request.clone().json()) as { preferences: Choice[] }).preferences)
      return calls.length === 1 ? held : undefined
    }),
  )
  const { user } = await renderAt('/settings')
  const it = await card()
  const money = await it.findByRole('group', { name: 'Invoices, payments and refunds' })
  const visits = it.getByRole('group', { name: 'Requests, visits and extensions' })
  const shown = () => [
    box(money, 'SMS').checked,
    box(money, 'E-mail').checked,
    box(visits, 'Notifications on your devices').checked,
  ]
  await user.click(box(money, 'SMS'))
  await user.click(box(money, 'E-mail'))
  await user.click(box(visits, 'Notifications on your devices'))
  await user.click(box(money, 'SMS'))
  expect(shown()).toEqual([true, false, true])
  expect(calls).toHaveLength(1)
  letGo()
  await waitFor(() => expect(calls).toHaveLength(2))
  const sms = { category: 'transactional', channel: 'sms' } as const
  expect(calls).toEqual([
    [{ ...sms, isEnabled: false }],
    [
      { category: 'transactional', channel: 'email', isEnabled: false },
      { category: 'service', channel: 'push', isEnabled: true },
      { ...sms, isEnabled: true },
    ],
  ])
  await waitFor(() => expect(world.all.map(({ isEnabled }) => isEnabled)).toEqual([true, true, true, false, true]))
  expect(shown()).toEqual([true, false, true])
})

test('all that was not kept is sent again', async () => {
  const world = serve()
  const { held, letGo } = aHold()
  server.use(http.post(setCall, () => held.then(() => HttpResponse.error()), { once: true }))
  const { user } = await renderAt('/settings')
  const it = await card()
  const money = await it.findByRole('group', { name: 'Invoices, payments and refunds' })
  await user.click(box(money, 'SMS'))
  await user.click(box(money, 'E-mail'))
  letGo()
  const alert = within(await it.findByRole('alert'))
  expect([box(money, 'SMS').checked, box(money, 'E-mail').checked], 'as they stand').toEqual([true, true])
  await user.click(alert.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(world.sent.map(({ channel }) => channel)).toEqual(['sms', 'email']))
  expect([box(money, 'SMS').checked, box(money, 'E-mail').checked]).toEqual([false, false])
})

test('what was not kept is said, and shown as it stands', async () => {
  const world = serve()
  world.down = true
  const { user } = await renderAt('/settings')
  const it = await card()
  const money = await it.findByRole('group', { name: 'Invoices, payments and refunds' })
  await user.click(box(money, 'SMS'))
  expect((await it.findByRole('alert')).textContent).toBe('Your choice was not savedThere are no such messages.')
  expect(box(money, 'SMS').checked).toBe(true)
})

test('a failure is said and asked again; without any messages that is said', async () => {
  server.use(http.get(getCall, () => fault(500, 'The desk is closed.')))
  const { user } = await renderAt('/settings')
  const alert = await (await card()).findByRole('alert')
  expect(alert.textContent).toContain('Your choices could not be loadedThe desk is closed.')
  server.use(http.get(getCall, () => HttpResponse.json({ preferences: [] })))
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await (await card()).findByText('There is nothing to choose.')).toBeDefined()
})

test('an agent does not see it', async () => {
  markDirectLogin()
  await renderAt('/settings')
  expect(await screen.findByRole('heading', { name: 'Language' })).toBeDefined()
  expect(screen.queryByRole('heading', { name: 'What we tell you' })).toBeNull()
})
