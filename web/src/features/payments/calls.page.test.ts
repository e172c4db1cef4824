import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { call, http, keeping } from '#/test/contract'
import { fault } from '#/test/handlers'
import { aTransaction } from '#/test/money-builders'
import { server } from '#/test/server'
import { createTransaction, fetchVerdict } from './calls'

const rentCall = call('/api/RMUsers/7/createPendingRentTransaction')
const due = { customerId: 7, request: { type: 'due', autoDebit: false }, autoDebit: false } as const

function keysOf(answer: () => Response | Promise<Response>) {
  const keys: (string | null)[] = []
  server.use(
    http.post(rentCall, ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'))
      return answer()
    }),
  )
  return keys
}

describe('one intent, one key', () => {
  test('a call that was lost is repeated with the same key, an answered one is not', async () => {
    const keys = keysOf(() => HttpResponse.error())
    await expect(createTransaction(due)).rejects.toThrow()
    server.use(http.post(rentCall, () => HttpResponse.json(aTransaction())))
    const again = keysOf(() => HttpResponse.json(aTransaction()))
    await createTransaction(due)
    await createTransaction(due)
    expect(again[0]).toBe(keys[0])
    expect(again[1]).not.toBe(again[0])
  })

  test('a server in trouble may have acted: the key is kept; a refusal ends the intent', async () => {
    const keys = keysOf(() => fault(502, 'The gateway is away.'))
    await expect(createTransaction(due)).rejects.toThrow('The gateway is away.')
    await expect(createTransaction(due)).rejects.toThrow()
    expect(keys[1]).toBe(keys[0])
    const refused = keysOf(() => fault(409, 'Nothing is due.'))
    await expect(createTransaction(due)).rejects.toThrow('Nothing is due.')
    await expect(createTransaction(due)).rejects.toThrow()
    expect(refused[0]).toBe(keys[0])
    expect(refused[1]).not.toBe(refused[0])
  })
})

test('EASYPAY-38, CALL-64: months in advance are asked for by their own call', async () => {
  const rent = keysOf(() => HttpResponse.json(aTransaction()))
  const asked: unknown[] = []
  server.use(
    keeping(
      call('/api/rmusers/7/createAdvanceRentalTransaction'),
      (body) => asked.push(body),
      () => HttpResponse.json(aTransaction({ months: 3 })),
    ),
  )
  const advance = { ...due, request: { type: 'advance-rent', autoDebit: false, months: 3 } } as const
  expect((await createTransaction(advance)).months).toBe(3)
  expect(asked).toEqual([{ months: 3 }])
  expect(rent).toEqual([])
})

test('ENTITY-53: the status of an order is asked by its transaction', async () => {
  server.use(
    http.get(call('/api/Payments/orderStatus'), ({ request }) =>
      HttpResponse.json({ status: new URL(request.url).searchParams.get('rmTransactionId') === '501' ? 300 : 200 }),
    ),
  )
  expect(await fetchVerdict(501)).toBe('paid')
})
