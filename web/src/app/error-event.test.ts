import { expect, test } from 'vitest'
import { envelopeOf, eventOf, fingerprint, framesOf } from './error-event'

const origin = 'https://rento.example'
const at = {
  release: 'v1.2.3',
  environment: 'production',
  route: '/requests/$id',
  language: 'hi',
  devicePlatform: 'mweb',
}

function failed(message: string, stack: string, cause?: unknown): Error {
  return Object.assign(new TypeError(message, { cause }), { stack })
}

test.each([
  [
    'Chrome',
    `TypeError: no rent
    at total (https://rento.example/dashboard/assets/home-C2.js?v=1:1:2345)
    at async Promise.all (index 0)
    at async load (https://rento.example/dashboard/assets/core-B1.js:2:7)
    at https://rento.example/dashboard/assets/core-B1.js:3:9
    at Object.run (chrome-extension://abc/x.js:4:1)`,
  ],
  [
    'Firefox and Safari',
    `total@https://rento.example/dashboard/assets/home-C2.js?v=1:1:2345
load@https://rento.example/dashboard/assets/core-B1.js:2:7
@https://rento.example/dashboard/assets/core-B1.js:3:9
Object.run@moz-extension://abc/x.js:4:1
[native code]`,
  ],
])('the stack of %s is read, the caller first', (_, stack) => {
  expect(framesOf(stack, origin)).toEqual([
    { function: 'Object.run', filename: undefined, lineno: 4, colno: 1, in_app: false },
    { function: undefined, filename: '/dashboard/assets/core-B1.js', lineno: 3, colno: 9, in_app: true },
    { function: 'load', filename: '/dashboard/assets/core-B1.js', lineno: 2, colno: 7, in_app: true },
    { function: 'total', filename: '/dashboard/assets/home-C2.js', lineno: 1, colno: 2345, in_app: true },
  ])
})

test('an error becomes an event of Sentry, its cause first, and only the calls nearest to it', () => {
  const line = (n: number) => `    at f${n} (https://rento.example/dashboard/assets/a.js:${n}:1)`
  const stack = Array.from({ length: 40 }, (_, n) => line(n)).join('\n')
  const event = eventOf(
    { error: failed('outer', stack, failed('inner', line(7))), context: { place: 'home' } },
    at,
    origin,
    1500,
  )
  expect(event).toMatchObject({
    timestamp: 1.5,
    platform: 'javascript',
    level: 'error',
    release: 'v1.2.3',
    environment: 'production',
    tags: { place: 'home', route: '/requests/$id', language: 'hi', devicePlatform: 'mweb' },
  })
  expect(event.event_id).toMatch(/^[0-9a-f]{32}$/)
  const [inner, outer] = event.exception.values
  expect([inner?.type, inner?.value, outer?.value]).toEqual(['TypeError', 'inner', 'outer'])
  expect(outer?.stacktrace?.frames).toHaveLength(20)
  expect(outer?.stacktrace?.frames.at(-1)?.function).toBe('f0')
})

test('causes that lead back to themselves end, and what is no error says only what it is', () => {
  const round = new Error('round')
  round.cause = round
  expect(eventOf({ error: round, context: {} }, at, origin, 0).exception.values).toHaveLength(3)
  const values = (error: unknown) => eventOf({ error, context: {} }, at, origin, 0).exception.values
  expect(values('early')).toEqual([{ type: 'Error', value: 'early' }])
  expect(values({ phone: '9000000001' })).toEqual([{ type: 'Error', value: 'object' }])
})

const canaries = [
  'Bearer s3cr3t-canary',
  'rs1_Canary-Token',
  '9000000001',
  '+91 90000 00001',
  'ABCPE1234F',
  '2345 6789 0123',
  'asha.rao@example.in',
  'asha@okbank',
  '29ABCPE1234F1Z5',
  '50100234567890',
  'https://rento.example/x?accessToken=canarytoken',
]

test.each(canaries)('%s is in no part of an event', (canary) => {
  const stack = `${canary}\n    at ${canary} (https://rento.example/dashboard/${canary}/a.js?x=${canary}:1:2)`
  const error = Object.assign(failed(`it was ${canary}`, stack, canary), { name: canary, detail: canary })
  const sent = envelopeOf(
    eventOf(
      { error, context: { place: canary } },
      { ...at, route: canary, language: canary, devicePlatform: canary },
      origin,
      0,
    ),
  )
  for (const secret of [canary, 's3cr3t', 'Canary-Token', 'canarytoken', '90000 00001', 'asha'])
    expect(sent).not.toContain(secret)
})

test('an envelope has three lines, and the length of the event in bytes', () => {
  const event = eventOf({ error: new Error('किराया ₹'), context: {} }, at, origin, 0)
  const [header = '', item = '', payload = '', ...more] = envelopeOf(event).split('\n')
  expect(more).toEqual([])
  expect(JSON.parse(header)).toEqual({ event_id: event.event_id })
  expect(JSON.parse(item)).toEqual({ type: 'event', length: new TextEncoder().encode(payload).length })
  expect(JSON.parse(payload).exception.values[0].value).toBe('किराया ₹')
})

test('two events are the same by what failed and where', () => {
  const event = (message: string, row: number) =>
    eventOf({ error: failed(message, `    at f (https://rento.example/a.js:${row}:1)`), context: {} }, at, origin, row)
  expect(fingerprint(event('a', 1))).toBe(fingerprint(event('a', 1)))
  expect(fingerprint(event('a', 1))).not.toBe(fingerprint(event('a', 2)))
  expect(fingerprint(event('a', 1))).not.toBe(fingerprint(event('b', 1)))
})
