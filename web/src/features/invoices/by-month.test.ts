import { expect, test } from 'vitest'
import { anInvoice } from '#/test/money-builders'
import { billed, billedByMonth } from './by-month'

test('invoices are put into their months, with what each was made of; months without any are kept', () => {
  const months = billedByMonth([
    anInvoice({ date: '2026-11-01', amount: 2830 }),
    anInvoice({ date: '2026-11-20', type: 'adjustment', amount: 637.6 }),
    anInvoice({ date: '2026-11-25', type: 'credit_note', amount: -100 }),
    anInvoice({ date: '2026-09-01', amount: 825 }),
    anInvoice({ date: '2026-09-12', type: 'late_fee', amount: 20 }),
    anInvoice({ date: '2026-01-01', amount: 999 }),
  ])
  expect(months).toEqual([
    { month: '2026-09-01', rent: 825, charges: 0, lateFees: 20, credited: 0 },
    { month: '2026-10-01', rent: 0, charges: 0, lateFees: 0, credited: 0 },
    { month: '2026-11-01', rent: 2830, charges: 637.6, lateFees: 0, credited: 100 },
  ])
  expect(months.map(billed)).toEqual([845, 0, 3467.6])
  expect(billedByMonth([])).toEqual([])
})
