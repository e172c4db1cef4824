import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#/api/client'
import { unwrap } from '#/api/unwrap'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { server } from '#/test/server'
import { textOf } from './faults'
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

  test('words in them are told in Hindi too', async () => {
    const kinds = ['ticket.kind_repair', 'ticket.kind_closure']
    const message = texts['ticket.live_requests'].replace(
      '{kinds}',
      kinds.map((kind) => texts[kind as 'ticket.kind_repair']).join(', '),
    )
    const told = { code: 'ticket.live_requests', values: { kinds: 'Repair, Closure' }, words: { kinds } }
    expect(await answer('Looks like you have some live Repair, Closure request(s)', told)).toMatchObject({ message })
  })

  test("the framework's words for programmers are left out", async () => {
    const told = { code: 'request.field_invalid', values: { field: "'comment'", problem: 'expected length <= 2000' } }
    const message = texts['request.field_invalid'].replace('{field}', "'comment'")
    expect(await answer("Please check 'comment': expected length <= 2000.", told)).toMatchObject({ message })
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

test('other texts of the server have their words by code, and stay as they are without', async () => {
  expect(await textOf('payment.card', 'Debit or credit card')).toBe('Debit or credit card')
  overwriteGetLocale(() => 'hi')
  expect(await textOf('payment.card', 'Debit or credit card')).toBe(texts['payment.card'])
  expect(await textOf('moon.full', 'The moon')).toBe('The moon')
  expect(await textOf(undefined, 'The moon')).toBe('The moon')
  overwriteGetLocale(() => 'en')
})

test('an English screen shows the words of the server to the letter', async () => {
  expect(await answer(english, extra)).toMatchObject({ message: english })
})
