import { createStore, useStore } from '#/shared/store'
import { useSessionUser } from './session'

/** The customer whose account was to be deleted and is kept because they signed in, until they have read that. */
export const keptAccount = createStore<number | undefined>(undefined)

/** Whether that is who is signed in. */
export function useKeptAccount(): boolean {
  const kept = useStore(keptAccount)
  const user = useSessionUser()
  return kept !== undefined && kept === user?.id
}
