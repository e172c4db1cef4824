import { expect, test } from 'vitest'
import { customerKey } from './keys'

test('a key of a kind begins those of its details, and every key of a customer begins with theirs', () => {
  expect(customerKey(7, 'refund', 'payee').slice(0, 3)).toEqual(customerKey(7, 'refund'))
  expect(customerKey(7, 'refund').slice(0, 2)).toEqual(customerKey(7))
  expect(customerKey(7)).not.toEqual(customerKey(8))
})
