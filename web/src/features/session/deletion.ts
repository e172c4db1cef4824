import { api } from '#/api/client'
import { unwrap } from '#/api/unwrap'

/** Asks for the account to be deleted in a week. The answer says the day; a refusal says what is still open. */
export function requestDeletion() {
  return unwrap(api.POST('/api/UserProfiles/requestDeleteUser'))
}
