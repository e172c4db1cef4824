import { expect, test } from 'vitest'
import { anInvoice } from '#/test/money-builders'
import { billed, billedByMonth } from './by-month'

test('invoices are put into their months by what they are for, less what was taken back; months without any are kept', () => {
  const months = billedByMonth([
    anInvoice({ date: '2026-11-01', amount: 2830 }),
    anInvoice({ date: '2026-11-20', type: 'adjustment', amount: 400.5 }),
    anInvoice({ date: '2026-11-20', type: 'adjustment', purpose: 'early_closure', amount: 637.6 }),
    anInvoice({ date: '2026-11-21', type: 'adjustment', purpose: 'early_closure', amount: 590, credited: 590 }),
    anInvoice({ date: '2026-11-21', type: 'adjustment', purpose: 'damage', amount: 295, credited: 100.1 }),
    anInvoice({ date: '2026-11-22', type: 'adjustment', purpose: 'charge', amount: 118 }),
    anInvoice({ date: '2026-11-25', type: 'credit_note', purpose: 'credit', amount: -100 }),
    anInvoice({ date: '2026-09-01', amount: 825 }),
    anInvoice({ date: '2026-09-12', type: 'late_fee', purpose: 'late_fee', amount: 20 }),
    anInvoice({ date: '2026-01-01', amount: 999 }),
  ])
  const none = { rent: 0, early_closure: 0, damage: 0, charge: 0, late_fee: 0 }
  expect(months).toEqual([
    { ...none, month: '2026-09-01', rent: 825, late_fee: 20 },
    { ...none, month: '2026-10-01' },
    { month: '2026-11-01', rent: 3230.5, early_closure: 637.6, damage: 194.9, charge: 118, late_fee: 0 },
  ])
  expect(months.map(billed)).toEqual([845, 0, 4181])
  expect(billedByMonth([])).toEqual([])
})
