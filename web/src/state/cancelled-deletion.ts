import { createStore, useStore } from '#/shared/store'
import { useSessionUser } from './session'

/** The customer whose sign-in cancelled the deletion of their account, until they have read about it. */
export const cancelledDeletion = createStore<number | undefined>(undefined)

/** Whether that customer is signed in. */
export function useCancelledDeletion(): boolean {
  const customer = useStore(cancelledDeletion)
  const user = useSessionUser()
  return customer !== undefined && customer === user?.id
}
