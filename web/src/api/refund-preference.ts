/** How a refund is paid, by the numbers of the contract. */
export const WALLET = 10
export const BANK = 20
export const UPI = 40
export type Preference = typeof WALLET | typeof BANK | typeof UPI

/** The smallest payout to a bank or by UPI, in rupees. The server has the same limit. */
export const LEAST_PAYOUT = 1
