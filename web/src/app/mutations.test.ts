import { expect, test } from 'vitest'
import { sending } from '#/state/sending'
import { createQueryClient } from './router'

test('no call that changes something waits for a network by itself', () => {
  expect(createQueryClient().getDefaultOptions().mutations?.networkMode).toBe('always')
})

test('what is sent holds its screen until the answer, and what only asks does not', async () => {
  const cache = createQueryClient().getMutationCache()
  const client = createQueryClient()
  const holding: boolean[] = []
  const note = async () => void holding.push(sending.isUnderWay())
  const build = (options: object) => cache.build(client, { mutationFn: note, onSuccess: note, ...options })
  await build({}).execute(undefined)
  await build({ meta: { asks: true } }).execute(undefined)
  await expect(build({ mutationFn: () => Promise.reject(new Error('no')) }).execute(undefined)).rejects.toThrow('no')
  expect(holding).toEqual([true, false, false, false])
  expect(sending.isUnderWay()).toBe(false)
})
