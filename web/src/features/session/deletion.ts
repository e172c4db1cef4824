import { api } from '#/api/client'
import { unwrap } from '#/api/unwrap'

/** Takes the planned deletion back. */
export function keepAccount() {
  return unwrap(api.POST('/api/UserProfiles/keepUser'))
}

/** Asks for the account to be deleted in a week. The answer says the day; a refusal says what is still open. */
export function requestDeletion() {
  return unwrap(api.POST('/api/UserProfiles/requestDeleteUser'))
}
