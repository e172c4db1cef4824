import type { components } from '#/api/schema'

type Schemas = components['schemas']

export function aTransaction(change: Partial<Schemas['PaymentTransaction']> = {}): Schemas['PaymentTransaction'] {
  return {
    rmTransactionId: 501,
    uniqueId: 'u-501',
    isAutoDebit: false,
    isOnlyRazorpay: false,
    pgOptions: { amount: 250050 },
    totalAmount: 2500.5,
    walletAmount: 0,
    walletPaid: false,
    ...change,
  }
}

export function aGateway(name: string, change: Partial<Schemas['PaymentGateway']> = {}): Schemas['PaymentGateway'] {
  const id = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  return {
    id,
    name,
    text: `Pay with ${name}`,
    logo: `/media/${name}.svg`,
    isJuspayWallet: false,
    checkout: 'redirect',
    ...change,
  }
}

export const allGateways = [
  aGateway('PhonePe', { isJuspayWallet: true }),
  aGateway('CredPay', { isJuspayWallet: true, checkout: 'intent' }),
  aGateway('Paytm', { offerText: 'Get ₹50 back', checkout: 'window' }),
  aGateway('Razorpay', { checkout: 'frame' }),
  aGateway('Mobikwik', { isJuspayWallet: true }),
]

export function aPaymentOption(change: Partial<Schemas['PaymentOption']> = {}): Schemas['PaymentOption'] {
  return {
    authorized: 0,
    maxAmount: 15000,
    uniqueId: 'o-1',
    name: 'UPI AutoPay',
    nameCode: 'payment.upi',
    textCode: 'payment.upi_text',
    paymentText: 'Any UPI app',
    payment_categories: ['upi'],
    gateway: 'RAZORPAY',
    paymentMethod: 'upi',
    ...change,
  }
}

export function razorpayOptions(): Schemas['CheckoutOptions'] {
  return {
    key: 'rzp_test_1',
    order_id: 'order_1',
    amount: 250050,
    currency: 'INR',
    name: 'Rento',
    gatewayName: 'Razorpay',
    recurring: false,
    prefill: { name: 'Asha Rao', email: 'asha@example.com', contact: '+919000000001' },
    scriptUrl: '/sandbox/razorpay/checkout.js',
  }
}

export function anInvoice(change: Partial<Schemas['LedgerInvoice']> = {}): Schemas['LedgerInvoice'] {
  return {
    invoiceId: 31,
    orderUniqueId: '',
    type: 'rental',
    orderId: 0,
    invoiceNumber: 'RN/29/26-27/000031',
    date: '2026-11-01',
    dueDate: '2026-11-10',
    periodFrom: '2026-10-01',
    periodTo: '2026-11-01',
    amount: 2830,
    amountPaid: 0,
    outstanding: 2830,
    openLateFees: 0,
    status: 'due',
    purpose: 'rent',
    credited: 0,
    ...change,
  }
}

function anItem(change: Partial<Schemas['InvoiceItem']> = {}): Schemas['InvoiceItem'] {
  return {
    name: 'Wooden sofa set, 3 seater',
    purpose: 'rent',
    product: 'Wooden sofa set, 3 seater',
    kind: 'rent',
    rule: 'R3',
    sac: '997323',
    from: '2026-10-18',
    to: '2026-11-01',
    rate: 1499,
    days: 14,
    monthDays: 31,
    gstRate: 18,
    discount: 0,
    amount: 676.97,
    cgst: 60.93,
    sgst: 60.93,
    igst: 0,
    tax: 121.86,
    ...change,
  }
}

export function anInvoiceDoc(change: Partial<Schemas['InvoiceDoc']> = {}): Schemas['InvoiceDoc'] {
  return {
    ...anInvoice(),
    supplier: { name: 'Rento Rentals Pvt Ltd', address: '1 MG Road, Bengaluru', gstIn: '29AAAAA0000A1Z5' },
    billTo: { name: 'Asha Rao', address: '12 Lake View, Bengaluru' },
    placeOfSupply: 'Karnataka (29)',
    items: [
      anItem(),
      anItem({
        name: 'Double-door fridge, 240 L',
        product: 'Double-door fridge, 240 L',
        from: '2026-10-01',
        rate: 899,
        days: 31,
        amount: 899,
        tax: 161.82,
      }),
    ],
    taxable: 1575.97,
    cgst: 141.84,
    sgst: 141.84,
    igst: 0,
    tax: 283.68,
    roundOff: 0.35,
    total: 1860,
    paidAhead: 0,
    creditNotes: [],
    originalInvoiceDate: null,
    outstanding: 1360,
    openLateFees: 27,
    amount: 1860,
    amountPaid: 500,
    payments: [
      { kind: 'payment', date: '2026-11-05T06:00:00Z', description: 'Payment received', isGift: false, amount: 500 },
    ],
    lateFees: [{ date: '2026-11-11', days: 1, base: 1360, amount: 27, paid: 0 }],
    lateFeeRule: { percent: 2, least: 20, most: 1000, capPercent: 10 },
    ...change,
  }
}
