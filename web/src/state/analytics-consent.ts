import { createStore } from '#/shared/store'

export interface ChosenConsent {
  customerId: number
  isGiven: boolean
}

/** The analytics consent that the customer chose during this page load. Before that, the server is asked. */
export const chosenConsent = createStore<ChosenConsent | undefined>(undefined)
