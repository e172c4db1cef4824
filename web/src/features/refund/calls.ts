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

/** Where the person's refunds go: a bank account, a UPI id, both or none. */
export const payeeQuery = (userId: number) =>
  queryOptions({
    queryKey: customerKey(userId, 'refund', 'payee'),
    queryFn: () => unwrap(api.GET('/api/UserProfiles/getBankDetails', { params: { query: { userId } } })),
  })

/** How the person wants refunds; 0 before it was chosen. */
export const preferenceQuery = (id: number) =>
  queryOptions({
    queryKey: customerKey(id, 'refund', 'preference'),
    queryFn: async () => {
      const answer = await unwrap(api.GET('/api/RMUsers/{id}/getRefundPreference', { params: { path: { id } } }))
      return answer.refundPreference
    },
  })

export interface StoredWay {
  /** As the contract numbers it; 0 before it was chosen. */
  preference: number
  /** Where to, where the way is to an account. */
  payee?: Payee
}

/** How and where to the deposit comes back, as it is stored. */
export const refundWayQuery = (id: number) =>
  queryOptions({
    queryKey: customerKey(id, 'refund', 'way'),
    queryFn: async ({ client }): Promise<StoredWay> => {
      const preference = await client.fetchQuery(preferenceQuery(id))
      const toAccount = preference === BANK || preference === UPI
      return { preference, payee: toAccount ? await client.fetchQuery(payeeQuery(id)) : undefined }
    },
  })

/** The accounts of what was given back, newest first. */
export const settlementsQuery = (id: number) =>
  queryOptions({
    queryKey: customerKey(id, 'refund', 'settlements'),
    queryFn: async () =>
      (await unwrap(api.GET('/api/RMUsers/{id}/getSettlements', { params: { path: { id } } }))).settlements,
  })

/** The bank of a branch; a code that no branch has is an error. */
export async function findBank(code: string): Promise<string> {
  return (await unwrap(api.GET('/api/UserProfiles/ifsc/{code}', { params: { path: { code } } }))).BANK
}

/** Saves a bank account or a UPI id. What it is entered for follows in the same mutation: half of it is nothing. */
export function savePayee(userId: number, { preference, details }: EnteredPayee) {
  return once('payee', { userId, preference, details }, (headers) =>
    preference === BANK
      ? unwrap(api.POST('/api/UserProfiles/setBankDetails', { headers, body: { userId, details } }))
      : unwrap(api.POST('/api/UserProfiles/setUpiDetails', { headers, body: { userId, details } })),
  )
}

/** What a chosen way changes: refunds that are ready are paid by it, and pay what is due first. */
export const refundChanges: readonly Kind[] = ['refund', 'wallet', 'deposit', 'invoices', 'dashboard']

/** Sent again after silence, the same choice is the same call: the server must not take it for a second one. */
export function setRefundPreference(id: number, preferenceInt: Preference) {
  const params = { path: { id }, query: { preferenceInt } }
  return once('refund-preference', params, (headers) =>
    unwrap(api.POST('/api/RMUsers/{id}/setRefundPreference', { params, headers })),
  )
}

/**
 * Has own money of the wallet paid to a bank account or by UPI, and answers the number of its settlement. `amount` is the
 * sum on screen, in rupees: another one is another payout, and where there is less by now it is refused.
 */
export function payOutWallet(id: number, preferenceInt: Preference, amount: number) {
  const params = { path: { id } }
  const body = { preferenceInt, amount }
  return once('wallet-payout', { ...params, ...body }, (headers) =>
    unwrap(api.POST('/api/RMUsers/{id}/payOutWallet', { params, body, headers })),
  )
}
