import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LateFeeRows } from './components/InvoiceExplained'
import type { InvoiceDoc } from './model'

const fee = { days: 3, base: 1000, amount: 20, paid: 0 }

test('why a fee is not charged is said in the words of the screen; what a person wrote stays', () => {
  const lateFees = [
    { ...fee, date: '2026-09-05', waived: 'invoice credited', waivedCode: 'invoice_credited' },
    { ...fee, date: '2026-10-05', waived: 'Sorry for the flood.' },
  ]
  render(<LateFeeRows doc={{ lateFees } as InvoiceDoc} />)
  expect(screen.getByText('Not charged: the invoice was credited')).toBeDefined()
  expect(screen.getByText('Not charged: Sorry for the flood.')).toBeDefined()
})
