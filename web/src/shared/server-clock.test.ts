import { expect, test } from 'vitest'
import { readServerTime, serverNow } from './server-clock'

test('the time is that of the last answer that told it', () => {
  const days = (now: number) => Math.round((now - Date.parse('2026-11-12T06:30:00Z')) / 86_400_000)
  readServerTime(new Response('', { headers: { Date: 'Thu, 12 Nov 2026 06:30:00 GMT' } }))
  readServerTime(new Response(''))
  expect(days(serverNow())).toBe(0)
})
