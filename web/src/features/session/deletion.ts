import { api } from '#/api/client'
import { once } from '#/api/idempotency'
import { unwrap } from '#/api/unwrap'

/** Withdraws the planned deletion. */
export function keepAccount() {
  return once('keep-account', {}, (headers) => unwrap(api.POST('/api/UserProfiles/keepUser', { headers })))
}

/**
 * Requests that the account is deleted in a week. The response has the day.
 * A refusal says what is still open.
 */
export function requestDeletion() {
  return once('delete-account', {}, (headers) => unwrap(api.POST('/api/UserProfiles/requestDeleteUser', { headers })))
}
