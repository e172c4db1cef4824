import { expect, test } from 'vitest'
import { aProduct } from '#/test/builders'
import { eligibleProducts, offeredFlows } from './model'

test('CREATE-05, ROLE-04: only an agent is offered to extend', () => {
  expect(offeredFlows(false)).not.toContain('extend-subscription')
  expect(offeredFlows(true)).toContain('extend-subscription')
})

test('a transfer is about items that may change hands, every other request about all', () => {
  const products = [aProduct({ id: 1 }), aProduct({ id: 2, isCILAllowed: false })]
  expect(eligibleProducts('transfer-ownership', products).map((product) => product.id)).toEqual([1])
  expect(eligibleProducts('repair-request', products)).toHaveLength(2)
})
