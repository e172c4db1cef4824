export const BASE_PATH = '/dashboard'
export const HOME = '/home'

/** Home, with the payment of the dues started. Links in messages about money lead there. */
export const PAY_ON_ARRIVAL = 'due'
export const PAYMENT = { pay: PAY_ON_ARRIVAL }
export const PAYMENT_URL = `${HOME}?pay=${PAY_ON_ARRIVAL}`

/** The search of the sign-in pages: where to go on afterwards. */
export const parseRedirect = ({ redirectUrl }: Record<string, unknown>): { redirectUrl?: string } => ({
  redirectUrl: redirectUrl as string | undefined,
})
