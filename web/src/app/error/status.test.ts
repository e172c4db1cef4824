import { describe, expect, test } from 'vitest'
import { errorMessage } from './message'
import { errorStatus } from './status'

describe('the status of an error', () => {
  test.each([
    ['statusCode', { statusCode: 403 }, 403],
    ['status', { status: 418 }, 418],
    ['response.status', { response: { status: 502 } }, 502],
    ['statusCode first', { statusCode: 404, status: 500 }, 404],
  ])('ERRPAGE-04: from %s', (_, error, status) => expect(errorStatus(error)).toBe(status))

  test.each([[new Error('boom')], ['text'], [undefined], [null], [{ statusCode: 'x' }]])(
    'ERRPAGE-05: 500 when %s has none',
    (error) => expect(errorStatus(error)).toBe(500),
  )
})

test('only errors that were written for people show their words', () => {
  expect(errorMessage({ statusCode: 409, message: 'Already paid.' })).toBe('Already paid.')
  expect(errorMessage(new TypeError('x is undefined'))).toBeUndefined()
})
