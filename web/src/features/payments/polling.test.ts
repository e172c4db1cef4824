import { expect, test, vi } from 'vitest'
import type { Verdict } from './model'
import { POLL_EVERY_MS, POLLS_BEYOND_FIRST, pollVerdict, WINDOW_POLL_MS } from './polling'

function polling(answers: (attempt: number) => Verdict | Error, wanted = () => true) {
  let attempt = 0
  const fetchVerdict = vi.fn(async () => {
    const answer = answers(attempt)
    attempt += 1
    if (answer instanceof Error) throw answer
    return answer
  })
  const wait = vi.fn(async (_ms: number) => {})
  return { fetchVerdict, wait, wanted, beyondFirst: POLLS_BEYOND_FIRST }
}

test('PAY-44: every second, up to 300 times beyond the first', async () => {
  const p = polling(() => 'pending')
  expect(await pollVerdict(p)).toBe('pending')
  expect(p.fetchVerdict).toHaveBeenCalledTimes(301)
  expect(p.wait).toHaveBeenCalledTimes(300)
  expect(new Set(p.wait.mock.calls.flat())).toEqual(new Set([1000]))
  expect(POLL_EVERY_MS).toBe(1000)
})

test('PAY-40, PAY-43: it keeps asking until there is an answer', async () => {
  const p = polling((attempt) => (attempt < 7 ? 'pending' : 'paid'))
  expect(await pollVerdict(p)).toBe('paid')
  expect(p.fetchVerdict).toHaveBeenCalledTimes(8)
})

test('PAY-43: a lost connection is not an answer', async () => {
  const p = polling((attempt) => (attempt < 2 ? new Error('offline') : 'failed'))
  expect(await pollVerdict(p)).toBe('failed')
})

test('it stops when nobody wants to know any more', async () => {
  let left = 3
  const p = polling(
    () => 'pending',
    () => left-- > 0,
  )
  await pollVerdict(p)
  expect(p.fetchVerdict.mock.calls.length).toBeLessThan(4)
})

test('PAY-39: a payment window is looked at every 500 ms', () => {
  expect(WINDOW_POLL_MS).toBe(500)
})
