import { expect, test } from 'vitest'
import { requestCodes } from './requests'

test('CONST-01, CONST-02, CONST-03, CONST-04, CONST-05: the codes of the requests', () => {
  expect(requestCodes).toEqual({ closure: 200, repair: 20, relocation: 65, relocationAlias: 60, transfer: 690 })
})
