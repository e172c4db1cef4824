import { ClipboardList, Wrench } from 'lucide-react'
import { expect, test } from 'vitest'
import { kindIcon, kindMessage, kindName, requestCodes } from './request-kinds'

test('CONST-01, CONST-02, CONST-03, CONST-04, CONST-05: the codes of the requests', () => {
  expect(requestCodes).toEqual({ closure: 200, repair: 20, relocation: 65, relocationAlias: 60, transfer: 690 })
})

test('a kind that is newer than the app keeps what the server says of it', () => {
  expect([kindName(20, 'Mending'), kindName(21, 'Polishing'), kindName(undefined)]).toEqual(['Repair', 'Polishing', ''])
  expect([kindIcon(20), kindIcon(21)]).toEqual([Wrench, ClipboardList])
  expect(kindMessage(21, 'Please shine it.')).toBe('Please shine it.')
})
