export const BASE_PATH = '/dashboard'
export const HOME = '/home'

/** Home, with the payment of what is due begun: where the links of messages about money lead. */
export const PAY_ON_ARRIVAL = 'due'
export const PAYMENT = { pay: PAY_ON_ARRIVAL }
export const PAYMENT_URL = `${HOME}?pay=${PAY_ON_ARRIVAL}`

/** The search of the pages that sign somebody in: where to go on afterwards. */
export const parseRedirect = ({ redirectUrl }: Record<string, unknown>): { redirectUrl?: string } => ({
  redirectUrl: redirectUrl as string | undefined,
})
