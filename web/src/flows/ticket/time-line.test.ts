import { afterEach, expect, test } from 'vitest'
import { overwriteGetLocale } from '#/copy/paraglide/runtime.js'
import type { TicketDetails } from '#/features/tickets/calls'
import { timeLine } from './time-line'

type Step = TicketDetails['steps'][number]
const lines = (...steps: [Step['status'], Step['by'], string?][]) =>
  timeLine(steps.map(([status, by, comment]) => ({ status, by, comment, at: '2026-11-18T05:00:00Z' })))

afterEach(() => overwriteGetLocale(() => 'en'))

test.each<[string, [Step['status'], Step['by'], string?][], string]>([
  [
    'taken back',
    [
      ['raised', 'customer'],
      ['revoked', 'customer', 'Revoke request by user'],
    ],
    'You took it back',
  ],
  [
    'cancelled',
    [
      ['scheduled', 'company'],
      ['cancelled', 'agent'],
    ],
    'A support agent cancelled the visit, for you',
  ],
  [
    'put off',
    [
      ['scheduled', 'company'],
      ['scheduled', 'customer'],
    ],
    'You chose another time',
  ],
  [
    'moved by us',
    [
      ['scheduled', 'company'],
      ['scheduled', 'company'],
    ],
    'We moved the visit',
  ],
  [
    'accepted',
    [
      ['raised', 'customer'],
      ['in_progress', 'receiver', 'Accepted'],
    ],
    'The new owner accepted',
  ],
  [
    'declined',
    [
      ['raised', 'customer'],
      ['cancelled', 'receiver', 'Declined'],
    ],
    'The new owner declined',
  ],
  [
    'given up',
    [
      ['in_progress', 'receiver'],
      ['cancelled', 'receiver', 'Declined'],
    ],
    'The new owner gave it up',
  ],
  [
    'too late',
    [
      ['in_progress', 'receiver'],
      ['cancelled', 'company', 'Expired'],
    ],
    'The time for it was over, so it ended by itself',
  ],
  [
    'other address',
    [
      ['scheduled', 'company'],
      ['scheduled', 'customer', 'Address changed'],
    ],
    'You changed the address',
  ],
  [
    'why',
    [
      ['cancelled', 'customer'],
      ['cancelled', 'customer', 'Nobody is at home'],
    ],
    'You told us',
  ],
])('the time line speaks of people: %s', (_, steps, sentence) => {
  expect(lines(...steps).at(-1)?.text).toBe(sentence)
})

test('what people said stands below, what the server notes for itself does not', () => {
  expect(lines(['cancelled', 'customer'], ['cancelled', 'customer', 'Nobody is at home']).at(-1)?.comment).toBe(
    'Nobody is at home',
  )
  expect(lines(['raised', 'customer'], ['in_progress', 'receiver', 'Accepted']).at(-1)?.comment).toBeUndefined()
})

test('why a visit was given up is read in the own language; what somebody wrote stays as it is', () => {
  overwriteGetLocale(() => 'hi')
  const commentOf = (comment: string) =>
    lines(['cancelled', 'customer'], ['cancelled', 'customer', comment]).at(-1)?.comment
  expect(commentOf('Nobody is at home')).toBe('घर पर कोई नहीं है')
  expect(commentOf('Nobody is at home: we are at a wedding')).toBe('घर पर कोई नहीं है: we are at a wedding')
  expect(commentOf('Nobody is at homes')).toBe('Nobody is at homes')
})
