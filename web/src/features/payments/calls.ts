import { api } from '#/api/client'
import { type IntentHeaders, once } from '#/api/idempotency'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'
import { textOf } from '#/copy/faults'
import type { PaymentRequest } from '#/state/payment-request'
import type { GatewayRequest } from './gateway-request'
import { type Transaction, type Verdict, verdictOf } from './model'

export type PaymentStart = components['schemas']['PaymentStart']
export type CaptureData = components['schemas']['Capture']

export interface TransactionInput {
  customerId: number
  request: PaymentRequest
  /** Set up auto debit by this method with the payment. */
  autoDebit: boolean
  paymentMethod?: string
}

/** Asks the server for the transaction. The amount is the server's alone. */
export async function createTransaction(input: TransactionInput): Promise<Transaction> {
  const { request, autoDebit, paymentMethod } = input
  const intent = ['pay', request.type, autoDebit ? (paymentMethod ?? 'auto-debit') : 'manual', request.months]
  return once(intent.filter(Boolean).join(':'), input.customerId, (headers) => {
    if (request.months) return createAdvance(input, request.months, headers)
    return (request.type === 'deposit' ? createDeposit : createRent)(input, headers)
  })
}

/** So many months in advance; the server says what they cost. */
function createAdvance({ customerId }: TransactionInput, months: number, headers: IntentHeaders): Promise<Transaction> {
  const params = { path: { id: customerId } }
  return unwrap(api.POST('/api/rmusers/{id}/createAdvanceRentalTransaction', { params, headers, body: { months } }))
}

function createDeposit({ customerId }: TransactionInput, headers: IntentHeaders): Promise<Transaction> {
  const params = { path: { id: customerId } }
  return unwrap(api.POST('/api/RMUsers/{id}/createPendingDepositTransaction', { params, headers, body: {} }))
}

/** Rent in advance without months is the rent that is due. */
function createRent(
  { customerId, autoDebit, paymentMethod }: TransactionInput,
  headers: IntentHeaders,
): Promise<Transaction> {
  const params = { path: { id: customerId } }
  const body = { isAutoDebit: autoDebit, paymentMethod }
  return unwrap(api.POST('/api/RMUsers/{id}/createPendingRentTransaction', { params, headers, body }))
}

/** The gateways, with what they say of themselves in the language of the screen. */
export async function fetchGateways(request: GatewayRequest) {
  const gateways = await unwrap(api.GET('/api/payments/paymentgateways', { params: { query: request } }))
  const worded = gateways.map(async (gateway) => {
    const [text, offerText] = await Promise.all([
      textOf(gateway.textCode, gateway.text),
      textOf(gateway.offerCode, gateway.offerText ?? ''),
    ])
    return { ...gateway, text, offerText }
  })
  return Promise.all(worded)
}

export interface StartInput extends GatewayRequest {
  transaction: Transaction
  gateway: string
}

/** Opens the transaction at the gateway; the answer says where the person pays. */
export function startAtGateway({ transaction, gateway, ...device }: StartInput): Promise<PaymentStart> {
  const { rmTransactionId, uniqueId, paymentMethod } = transaction
  return once(`start:${gateway}`, uniqueId, (headers) =>
    unwrap(
      api.POST('/api/Payments/startPayment', {
        headers,
        body: { rmTransactionId, uniqueId, gateway, paymentMethod, ...device },
      }),
    ),
  )
}

/** Hands the checkout's signed answer to the server, which alone decides what it proves. */
export function capturePayment(data: CaptureData): Promise<{ success: boolean }> {
  return once('capture', data.razorpay_payment_id, (headers) =>
    unwrap(api.POST('/api/Payments/razorpay/capturePayment', { headers, body: { data } })),
  )
}

/** How the payment stands by our books; with `refresh` the server asks the gateway before it answers. */
export async function fetchVerdict(rmTransactionId: number, refresh?: true): Promise<Verdict> {
  const { status, returned, nothingPaid } = await unwrap(
    api.GET('/api/Payments/orderStatus', { params: { query: { rmTransactionId, refresh } } }),
  )
  return verdictOf(status, returned, nothingPaid)
}
