/** How a refund is paid, as the contract numbers it. */
export const WALLET = 10
export const BANK = 20
export const UPI = 40
export type Preference = typeof WALLET | typeof BANK | typeof UPI

/** The least that a bank or UPI is sent, in rupees; the server has the same bound. */
export const LEAST_PAYOUT = 1
