import type { AdvancePackage } from '#/api/advance-rent'

export const aPackage = (change: Partial<AdvancePackage> = {}): AdvancePackage => ({
  id: '91',
  state: 'active',
  months: 6,
  discountPercentage: 5,
  from: '2026-11-01',
  to: '2027-04-30',
  paidAt: '2026-11-05T10:00:00Z',
  rmTransactionId: 501,
  paid: 10082.28,
  used: 1680.37,
  left: 8401.91,
  returned: 0,
  nextAmount: 1680.37,
  nextOn: '2027-01-01',
  items: [{ name: 'Oak sofa', state: 'active', paid: 10082.28, used: 1680.37, left: 8401.91 }],
  movements: [{ kind: 'rent', number: 'KA/26-27/0000123', invoiceId: '7', date: '2026-12-01', amount: 1680.37 }],
  vouchers: [{ id: '5', kind: 'receipt', number: 'KA/26-27/V000001', date: '2026-11-05', amount: 10082.28 }],
  ...change,
})
