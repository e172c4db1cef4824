import { expect, test } from 'vitest'
import { anInvoiceDoc } from '#/test/money-builders'
import { howWords, roundOffWords } from './how'

const whole = 'The total is rounded to whole rupees.'
const exact = 'The total is not rounded to whole rupees.'
const byTheDay = 'Rent is charged by the day: the delivery day counts, the pickup day does not.'

test.each([
  ['a monthly invoice', { type: 'rental', purpose: 'rent', total: 1860 }, [byTheDay, whole], [exact]],
  ['one of a company that does not round', { type: 'rental', purpose: 'rent', total: 1859.65 }, [exact], [whole]],
  ['the last days', { type: 'adjustment', purpose: 'rent', total: 825 }, [byTheDay, exact], [whole]],
  [
    'leaving early',
    { type: 'adjustment', purpose: 'early_closure', total: 637.6 },
    ['GST is added to the charge.', exact],
    [byTheDay, whole],
  ],
  [
    'damage',
    { type: 'adjustment', purpose: 'damage', total: 295 },
    ['Each line is a damage that we found when the item came back, with what it costs.', exact],
    [byTheDay, whole],
  ],
  [
    'another charge',
    { type: 'adjustment', purpose: 'charge', total: 118 },
    ['Each line is charged once. It is no rent.', exact],
    [byTheDay, whole],
  ],
  [
    'a late fee',
    { type: 'late_fee', purpose: 'late_fee', total: 35 },
    ['A late fee includes GST. It is taken out of what was paid.'],
    [byTheDay, whole],
  ],
  [
    'a credit note',
    { type: 'credit_note', purpose: 'credit', total: 100 },
    ['Its GST is at the rate of that invoice.'],
    [byTheDay, whole],
  ],
  [
    'one that came too late for tax',
    { type: 'credit_note', purpose: 'credit', total: 100, tax: 0 },
    ['It was too late to take GST back, so the note has none.'],
    ['Its GST is at the rate of that invoice.'],
  ],
] as const)('how %s came about is said as it was', (_, doc, said, unsaid) => {
  const words = howWords(anInvoiceDoc(doc))
  for (const sentence of said) expect(words).toContain(sentence)
  for (const sentence of unsaid) expect(words).not.toContain(sentence)
})

test('a round-off is named by what it is', () => {
  expect(roundOffWords({ type: 'rental' })).toBe('To whole rupees')
  expect(roundOffWords({ type: 'late_fee' })).toBe('Left over when GST is taken out of what was paid')
  expect(roundOffWords({ type: 'credit_note' })).toBe('So that not a paisa is left over')
})
