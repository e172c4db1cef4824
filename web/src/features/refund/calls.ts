import { queryOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import { once } from '#/api/idempotency'
import { customerKey } from '#/api/keys'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'
import type { BankDetails, Preference } from './model'

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

export function saveBankDetails(userId: number, details: BankDetails) {
  return unwrap(api.POST('/api/UserProfiles/setBankDetails', { body: { userId, details } }))
}

export function saveUpiDetails(userId: number, vpa: string) {
  return unwrap(api.POST('/api/UserProfiles/setUpiDetails', { body: { userId, details: { vpa } } }))
}

/** Sent again after silence, the same choice is the same call: the server must not take it for a second one. */
export function setRefundPreference(id: number, preferenceInt: Preference) {
  const params = { path: { id }, query: { preferenceInt } }
  return once('refund-preference', params, (headers) =>
    unwrap(api.POST('/api/RMUsers/{id}/setRefundPreference', { params, headers })),
  )
}

/**
 * Has all own money of the wallet paid to a bank account or by UPI, and answers the number of its settlement. `amount` is
 * the sum on screen, in rupees: another one is another payout.
 */
export function payOutWallet(id: number, preferenceInt: Preference, amount: number) {
  const params = { path: { id } }
  const body = { preferenceInt }
  return once('wallet-payout', { ...params, ...body, amount }, (headers) =>
    unwrap(api.POST('/api/RMUsers/{id}/payOutWallet', { params, body, headers })),
  )
}
