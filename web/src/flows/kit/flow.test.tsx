import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { restartPageLoad } from '#/app/guards/fresh-flow'
import { byATicketChange } from '#/features/tickets/calls'
import { toasts } from '#/platform/toast'
import { heading, made, press, serveClosure, start, toConfirmation } from '#/test/closure'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { aHold } from '#/test/hold'
import { atStep, chooseDay, press as pressIn, serveRelocation, toDropDay } from '#/test/relocation'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'
import { byARequest } from './define-flow'

/** Answers the closures in turn. Returns the idempotency keys of the requests. */
function answerClosures(...answers: (() => Response | Promise<Response>)[]) {
  const keys: (string | null)[] = []
  server.use(
    http.post(call('/api/Dashboards/confirmClosure'), ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'))
      return (answers.shift() ?? (() => HttpResponse.json(made)))()
    }),
  )
  return keys
}

const silence = () => HttpResponse.error()
const anyway = "I'd rather close anyway"

describe('a request is raised once', () => {
  test('after silence the next try is the same one, also after a reload that lost the draft', async () => {
    serveClosure()
    const keys = answerClosures(silence, silence)
    const first = await renderAt(start)
    await toConfirmation(first.user)
    await press(first.user, anyway)
    expect((await screen.findByRole('alert')).textContent).toContain('We could not reach the server.')
    await press(first.user, anyway)
    await waitFor(() => expect(keys).toHaveLength(2))
    first.unmount()
    restartPageLoad()
    const second = await renderAt(start)
    await toConfirmation(second.user)
    await press(second.user, anyway)
    await heading('Request Created Successfully')
    expect(new Set(keys).size).toBe(1)
  })

  test('trying again twice sends it once, and Back from the last screen leads out of the flow', async () => {
    serveClosure()
    const { held, letGo } = aHold()
    const keys = answerClosures(silence, () => held.then(() => HttpResponse.json(made)))
    const { user, history, location } = await renderAt(start, { before: ['/home'] })
    await toConfirmation(user)
    await press(user, anyway)
    await press(user, 'Try again')
    await press(user, 'Try again')
    await waitFor(() => expect(keys).toHaveLength(2))
    letGo()
    await heading('Request Created Successfully')
    expect(keys).toHaveLength(2)
    const before = history.location.state.__TSR_index
    history.back()
    await waitFor(() => expect(history.location.state.__TSR_index).toBeLessThan(before))
    expect(location().search).not.toMatchObject({ requestStep: 'request-created-successfully' })
  })

  test('a refusal is an answer: the next try is a new one', async () => {
    serveClosure()
    const keys = answerClosures(() => fault(422, 'Not today.'))
    const { user } = await renderAt(start)
    await toConfirmation(user)
    await press(user, anyway)
    expect((await screen.findByRole('alert')).textContent).toBe('Not today.')
    await press(user, anyway)
    await heading('Request Created Successfully')
    expect(new Set(keys).size).toBe(2)
  })

  test('nobody leaves while it is being sent, and is told why; then it goes on', async () => {
    serveClosure()
    let answer = () => {}
    answerClosures(() => new Promise((resolve) => (answer = () => resolve(HttpResponse.json(made)))))
    const { user, location } = await renderAt(start)
    await toConfirmation(user)
    await press(user, anyway)
    const leaving = [
      () => press(user, /Complete the tenure/),
      () => press(user, 'Close'),
      () => user.keyboard('{Escape}'),
    ]
    for (const leave of leaving) {
      toasts.set([])
      await leave()
      expect(
        await screen.findByText('This is being sent. Please wait for the answer, 20 seconds at most.'),
      ).toBeDefined()
      expect(location().search).toMatchObject({ requestStep: 'close-subscription-confirmation' })
      expect(screen.queryByRole('dialog', { name: 'Leave this request?' })).toBeNull()
    }
    answer()
    await heading('Request Created Successfully')
  })

  test('without a network nothing is sent later: it says so at once, and trying again is the same intent', async () => {
    serveClosure()
    const keys = answerClosures(silence)
    const { user } = await renderAt(start)
    await toConfirmation(user)
    await screen.findByRole('button', { name: anyway }) // everything that the retry needs is loaded
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    onlineManager.setOnline(false)
    await press(user, anyway)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('You are offline, so this was not sent and nothing was done.')
    online.mockReturnValue(true)
    onlineManager.setOnline(true)
    await press(user, 'Try again')
    await heading('Request Created Successfully')
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })
})

test('a refusal goes as soon as something else is chosen', async () => {
  serveClosure()
  answerClosures(() => fault(422, 'Not on that day.', { field: 'preferredPickupDate' }))
  const { user } = await renderAt(start)
  await toConfirmation(user)
  await press(user, anyway)
  await heading('When and why should we pick up?')
  expect((await screen.findByRole('alert')).textContent).toBe('Not on that day.')
  await press(user, /26 November 2026/)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('once the request is raised, Back closes the flow and raises nothing again', async () => {
  serveRelocation()
  const app = await toDropDay()
  await chooseDay(app, '27 November 2026')
  await pressIn(app, 'Submit request')
  await atStep(app, 'request-created-successfully')
  app.history.back()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(app.location().search).toEqual({})
})

test('a request that is raised or taken back in a flow changes all that a change of a ticket does', () => {
  expect(byARequest).toEqual(expect.arrayContaining([...byATicketChange]))
})
