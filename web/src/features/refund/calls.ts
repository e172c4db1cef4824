import { queryOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import { once } from '#/api/idempotency'
import { customerKey, type Kind } from '#/api/keys'
import { BANK, type Preference, UPI } from '#/api/refund-preference'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'
import type { EnteredPayee } from './model'

export type Payee = components['schemas']['DepositBankDetails']
export type Settlement = components['schemas']['Settlement']

/** The saved payout details of the customer: a bank account, a UPI id, both or none. */
export const payeeQuery = (userId: number) =>
  queryOptions({
    queryKey: customerKey(userId, 'refund', 'payee'),
    queryFn: () => unwrap(api.GET('/api/UserProfiles/getBankDetails', { params: { query: { userId } } })),
  })

/** The customer's refund preference. 0 before they have chosen. */
export const preferenceQuery = (id: number) =>
  queryOptions({
    queryKey: customerKey(id, 'refund', 'preference'),
    queryFn: async () => {
      const answer = await unwrap(api.GET('/api/RMUsers/{id}/getRefundPreference', { params: { path: { id } } }))
      return answer.refundPreference
    },
  })

export interface StoredWay {
  /** The number from the API contract. 0 before the customer has chosen. */
  preference: number
  /** The payout details, if the preference is a bank account or UPI. */
  payee?: Payee
}

/** The stored refund preference, with the payout details that it needs. */
export const refundWayQuery = (id: number) =>
  queryOptions({
    queryKey: customerKey(id, 'refund', 'way'),
    queryFn: async ({ client }): Promise<StoredWay> => {
      const preference = await client.fetchQuery(preferenceQuery(id))
      const toAccount = preference === BANK || preference === UPI
      return { preference, payee: toAccount ? await client.fetchQuery(payeeQuery(id)) : undefined }
    },
  })

/** The settlements of returned items, newest first. */
export const settlementsQuery = (id: number) =>
  queryOptions({
    queryKey: customerKey(id, 'refund', 'settlements'),
    queryFn: async () =>
      (await unwrap(api.GET('/api/RMUsers/{id}/getSettlements', { params: { path: { id } } }))).settlements,
  })

/** The bank of a branch. An IFSC without a branch is an error. */
export async function findBank(code: string): Promise<string> {
  return (await unwrap(api.GET('/api/UserProfiles/ifsc/{code}', { params: { path: { code } } }))).BANK
}

/**
 * Saves a bank account or a UPI id.
 * The caller uses it in the same mutation, because saving alone achieves nothing.
 */
export function savePayee(userId: number, { preference, details }: EnteredPayee) {
  return once('payee', { userId, preference, details }, (headers) =>
    preference === BANK
      ? unwrap(api.POST('/api/UserProfiles/setBankDetails', { headers, body: { userId, details } }))
      : unwrap(api.POST('/api/UserProfiles/setUpiDetails', { headers, body: { userId, details } })),
  )
}

/**
 * The data that a refund preference changes.
 * Refunds that are ready pay dues first, and then follow the preference.
 */
export const refundChanges: readonly Kind[] = ['refund', 'wallet', 'deposit', 'invoices', 'dashboard']

/** A resend after no response has the same idempotency key, so that the server does not count it twice. */
export function setRefundPreference(id: number, preferenceInt: Preference) {
  const params = { path: { id }, query: { preferenceInt } }
  return once('refund-preference', params, (headers) =>
    unwrap(api.POST('/api/RMUsers/{id}/setRefundPreference', { params, headers })),
  )
}

/**
 * Pays own money of the wallet to a bank account or by UPI. Returns the number of its settlement.
 * `amount` is the sum on screen, in rupees. Another amount is another payout.
 * If the wallet has less by now, the server refuses.
 */
export function payOutWallet(id: number, preferenceInt: Preference, amount: number) {
  const params = { path: { id } }
  const body = { preferenceInt, amount }
  return once('wallet-payout', { ...params, ...body }, (headers) =>
    unwrap(api.POST('/api/RMUsers/{id}/payOutWallet', { params, body, headers })),
  )
}
