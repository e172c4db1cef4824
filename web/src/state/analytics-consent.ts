import { createStore } from '#/shared/store'

export interface ChosenConsent {
  customerId: number
  isGiven: boolean
}

/** What the customer has chosen about analytics while this page is open; before that the server is asked. */
export const chosenConsent = createStore<ChosenConsent | undefined>(undefined)
