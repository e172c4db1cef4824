import { expect, test } from 'vitest'
import { runMiddleware, unknownMiddleware } from './middleware'

test('ERRPAGE-03: a rule that does not exist is an error 500, "Unknown middleware"', async () => {
  const arrival = { pathname: '/home', search: {}, session: { status: 'none' as const } }
  await expect(runMiddleware(['lnik'], arrival)).rejects.toBe(unknownMiddleware)
  expect(unknownMiddleware).toEqual({ statusCode: 500, message: 'Unknown middleware' })
})
