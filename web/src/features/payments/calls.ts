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
  /** Whether auto debit was set up just before this payment, by `paymentMethod`. The server ignores this. */
  autoDebit: boolean
  paymentMethod?: string
}

/** Creates the transaction on the server. Only the server computes the amount. */
export async function createTransaction(input: TransactionInput): Promise<Transaction> {
  const { request, autoDebit, paymentMethod } = input
  const intent = ['pay', request.type, autoDebit ? (paymentMethod ?? 'auto-debit') : 'manual', request.months]
  return once(intent.filter(Boolean).join(':'), input.customerId, (headers) => {
    if (request.months) return createAdvance(input, request.months, headers)
    return (request.type === 'deposit' ? createDeposit : createRent)(input, headers)
  })
}

/** Pays that many months of rent in advance. The server computes the price. */
function createAdvance({ customerId }: TransactionInput, months: number, headers: IntentHeaders): Promise<Transaction> {
  const params = { path: { id: customerId } }
  return unwrap(api.POST('/api/rmusers/{id}/createAdvanceRentalTransaction', { params, headers, body: { months } }))
}

function createDeposit({ customerId }: TransactionInput, headers: IntentHeaders): Promise<Transaction> {
  const params = { path: { id: customerId } }
  return unwrap(api.POST('/api/RMUsers/{id}/createPendingDepositTransaction', { params, headers, body: {} }))
}

/** Pays the rent that is due. A request for rent in advance without months ends up here too. */
function createRent(
  { customerId, autoDebit, paymentMethod }: TransactionInput,
  headers: IntentHeaders,
): Promise<Transaction> {
  const params = { path: { id: customerId } }
  const body = { isAutoDebit: autoDebit, paymentMethod }
  return unwrap(api.POST('/api/RMUsers/{id}/createPendingRentTransaction', { params, headers, body }))
}

/** Fetches the gateways, with their texts in the language of the screen. */
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

/** Opens the transaction at the gateway. The response says where the customer pays. */
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

/** Sends the checkout's signed result to the server. Only the server decides what the result proves. */
export function capturePayment(data: CaptureData): Promise<{ success: boolean }> {
  return once('capture', data.razorpay_payment_id, (headers) =>
    unwrap(api.POST('/api/Payments/razorpay/capturePayment', { headers, body: { data } })),
  )
}

/** The status of the payment according to our books. With `refresh`, the server asks the gateway first. */
export async function fetchVerdict(rmTransactionId: number, refresh?: true): Promise<Verdict> {
  const { status, returned, nothingPaid } = await unwrap(
    api.GET('/api/Payments/orderStatus', { params: { query: { rmTransactionId, refresh } } }),
  )
  return verdictOf(status, returned, nothingPaid)
}
