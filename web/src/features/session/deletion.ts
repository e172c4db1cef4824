import { api } from '#/api/client'
import { once } from '#/api/idempotency'
import { unwrap } from '#/api/unwrap'

/** Takes the planned deletion back. */
export function keepAccount() {
  return once('keep-account', {}, (headers) => unwrap(api.POST('/api/UserProfiles/keepUser', { headers })))
}

/** Asks for the account to be deleted in a week. The answer says the day; a refusal says what is still open. */
export function requestDeletion() {
  return once('delete-account', {}, (headers) => unwrap(api.POST('/api/UserProfiles/requestDeleteUser', { headers })))
}
