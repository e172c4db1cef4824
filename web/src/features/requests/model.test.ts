import { expect, test } from 'vitest'
import { aProduct } from '#/test/builders'
import { eligibleProducts, offeredFlows, requestCodes } from './model'

test('CONST-01, CONST-02, CONST-03, CONST-04, CONST-05: the codes of the requests', () => {
  expect(requestCodes).toEqual({ closure: 200, repair: 20, relocation: 65, relocationAlias: 60, transfer: 690 })
})

test('CREATE-05, ROLE-04: only an agent is offered to extend', () => {
  expect(offeredFlows(false)).not.toContain('extend-subscription')
  expect(offeredFlows(true)).toContain('extend-subscription')
})

test('a transfer is about items that may change hands, every other request about all', () => {
  const products = [aProduct({ id: 1 }), aProduct({ id: 2, isCILAllowed: false })]
  expect(eligibleProducts('transfer-ownership', products).map((product) => product.id)).toEqual([1])
  expect(eligibleProducts('repair-request', products)).toHaveLength(2)
})
