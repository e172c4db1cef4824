import { createStore, useStore } from '#/shared/store'
import { useSessionUser } from './session'

/** The customer whose sign-in cancelled the deletion of their account, until they have read about it. */
export const keptAccount = createStore<number | undefined>(undefined)

/** Whether that customer is signed in. */
export function useKeptAccount(): boolean {
  const kept = useStore(keptAccount)
  const user = useSessionUser()
  return kept !== undefined && kept === user?.id
}
