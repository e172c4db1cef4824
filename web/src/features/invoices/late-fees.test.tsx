import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LateFeeRows, LateFeeRule } from './components/InvoiceExplained'
import type { InvoiceDoc } from './model'

const fee = { days: 3, base: 1000, amount: 20, paid: 0 }

test('why a fee is not charged is said in the words of the screen', () => {
  const lateFees = [
    { ...fee, date: '2026-09-05', waived: 'invoice credited', waivedCode: 'invoice_credited' },
    { ...fee, date: '2026-10-05', waived: 'paid in time', waivedCode: 'paid_in_time' },
  ]
  render(<LateFeeRows doc={{ lateFees } as InvoiceDoc} />)
  expect(screen.getByText('Not charged: the invoice was credited')).toBeDefined()
  expect(screen.getByText('Not charged: paid in time')).toBeDefined()
})

test('the rule of late fees is said; without a bound of all of them there is no sentence about one', () => {
  const lateFeeRule = { percent: 2, least: 20, most: 1000, capPercent: 10 }
  const rule = 'Once a month that an invoice stays open: 2 % of what is open, at least ₹20 and at most ₹1,000.'
  const { rerender } = render(<LateFeeRule doc={{ lateFeeRule } as InvoiceDoc} />)
  expect(screen.getByText(`${rule} All late fees of an invoice: at most 10 % of it.`)).toBeDefined()
  rerender(<LateFeeRule doc={{ lateFeeRule: { ...lateFeeRule, capPercent: 0 } } as InvoiceDoc} />)
  expect(screen.getByText(rule)).toBeDefined()
})
