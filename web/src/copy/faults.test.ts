import { http } from 'msw'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#/api/client'
import { unwrap } from '#/api/unwrap'
import { call, fault } from '#/test/handlers'
import { server } from '#/test/server'
import texts from './faults/hi.json'
import { overwriteGetLocale } from './paraglide/runtime.js'

const english = 'Request RQ1042 is already done.'
const extra = { code: 'ticket.already_done', values: { ticket: 'RQ1042' } }

function answer(message: string, extra: object) {
  server.use(http.post(call('/api/RMUsers/endOtherSessions'), () => fault(409, message, extra)))
  return unwrap(api.POST('/api/RMUsers/endOtherSessions')).catch((error: unknown) => error)
}

describe("the server's faults on a Hindi screen", () => {
  beforeEach(() => overwriteGetLocale(() => 'hi'))
  afterEach(() => overwriteGetLocale(() => 'en'))

  test('are told in Hindi, with the values in their places', async () => {
    const message = texts['ticket.already_done'].replace('{ticket}', 'RQ1042')
    expect(await answer(english, extra)).toMatchObject({ message, extra })
  })

  test('a message for a form is told in Hindi too', async () => {
    const text = 'Please provide valid account number.'
    const message = texts['payee.account_number_invalid']
    const error = await answer(text, { code: 'payee.account_number_invalid', message: text })
    expect(error).toMatchObject({ message, extra: { message } })
  })

  test.each([[{ code: 'moon.full' }], [{}]])("what has no text stays in the server's words: %j", async (extra) => {
    expect(await answer('The moon is full.', extra)).toMatchObject({ message: 'The moon is full.' })
  })
})

test('an English screen shows the words of the server to the letter', async () => {
  expect(await answer(english, extra)).toMatchObject({ message: english })
})
