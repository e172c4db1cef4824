/** Milliseconds without a sign of life, after which a request is given up and the customer can retry. */
export const STALL_MS = 20_000
