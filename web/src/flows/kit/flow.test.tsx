import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { restartPageLoad } from '#/app/guards/fresh-flow'
import { heading, made, press, serveClosure, start, toConfirmation } from '#/test/closure'
import { call, fault } from '#/test/handlers'
import { atStep, chooseDay, press as pressIn, serveRelocation, toDropDay } from '#/test/relocation'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

/** Answers the closures in turn; gives the keys under which they came. */
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

  test('whoever has left the flow before the answer is not called back to it', async () => {
    serveClosure()
    let answer = () => {}
    answerClosures(() => new Promise((resolve) => (answer = () => resolve(HttpResponse.json(made)))))
    const { user, location, queryClient } = await renderAt(start)
    await toConfirmation(user)
    await press(user, anyway)
    await press(user, /Complete the tenure/)
    await waitFor(() => expect(location().search).not.toHaveProperty('requestType'))
    answer()
    await waitFor(() => expect(queryClient.isMutating()).toBe(0))
    expect(location().search).not.toHaveProperty('requestType')
    expect(screen.queryByRole('dialog')).toBeNull()
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
