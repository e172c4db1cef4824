import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, expect, test } from 'vitest'
import type { components } from '#/api/schema'
import { chosenConsent } from '#/state/analytics-consent'
import { markDirectLogin } from '#/state/session'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { aHold } from '#/test/hold'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

type Consents = components['schemas']['Consents']

const getCall = call('/api/RMUsers/7/getConsents')
const setCall = call('/api/RMUsers/7/setConsent')

function serve(isGiven = false) {
  const world = { isGiven, sent: [] as unknown[], down: false }
  const answer = () =>
    HttpResponse.json<Consents>({
      consents: [
        world.isGiven
          ? { purpose: 'analytics' as const, isGiven: true, textVersion: 1, givenAt: '2026-11-20T10:00:00+05:30' }
          : { purpose: 'analytics' as const, isGiven: false },
      ],
    })
  server.use(
    http.get(getCall, answer),
    http.post(setCall, async ({ request }) => {
      const body = (await request.json()) as { isGiven: boolean }
      world.sent.push(body)
      if (world.down) return HttpResponse.error()
      world.isGiven = body.isGiven
      return answer()
    }),
  )
  return world
}

afterEach(() => chosenConsent.set(undefined))

async function card() {
  const heading = await screen.findByRole('heading', { name: 'How you use the app' })
  return within(heading.closest('section') as HTMLElement)
}

const give = { name: 'I agree' }
const withdraw = { name: 'Withdraw my consent' }

test('settings say what is collected and why; consent is given and withdrawn by one press each', async () => {
  const world = serve()
  const { user } = await renderAt('/settings')
  const it = await card()
  await user.click(await it.findByRole('button', give))
  await it.findByRole('button', withdraw)
  expect(it.getByRole('status').textContent).toBe('You agreed on 20 Nov 2026.')
  expect(chosenConsent.get()).toEqual({ customerId: 7, isGiven: true })
  await user.click(it.getByRole('button', withdraw))
  await it.findByRole('button', give)
  expect(it.getByRole('status').textContent).toBe('Nothing is collected.')
  expect(chosenConsent.get()).toEqual({ customerId: 7, isGiven: false })
  expect(world.sent).toEqual([
    { purpose: 'analytics', isGiven: true, textVersion: 2, language: 'en' },
    { purpose: 'analytics', isGiven: false },
  ])
})

test('from the press on nothing more is collected, also before the server has answered', async () => {
  serve(true)
  const { held, letGo } = aHold()
  server.use(http.post(setCall, () => held.then(() => undefined)))
  const { user } = await renderAt('/settings')
  await user.click(await (await card()).findByRole('button', withdraw))
  expect(chosenConsent.get()).toEqual({ customerId: 7, isGiven: false })
  letGo()
  expect(await (await card()).findByRole('button', give)).toBeDefined()
})

test('what was not kept is said, and tried again', async () => {
  const world = serve()
  world.down = true
  const { user } = await renderAt('/settings')
  const it = await card()
  await user.click(await it.findByRole('button', give))
  const alert = await it.findByRole('alert')
  expect(chosenConsent.get()).toBeUndefined()
  world.down = false
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await it.findByRole('button', withdraw)).toBeDefined()
})

test('a failure to load it is said', async () => {
  server.use(http.get(getCall, () => fault(500, 'The desk is closed.')))
  await renderAt('/settings')
  const alert = await (await card()).findByRole('alert')
  await waitFor(() => expect(alert.textContent).toContain('could not be loaded'))
})

test('an agent does not see it', async () => {
  markDirectLogin()
  await renderAt('/settings')
  expect(await screen.findByRole('heading', { name: 'Language' })).toBeDefined()
  expect(screen.queryByRole('heading', { name: 'How you use the app' })).toBeNull()
})
