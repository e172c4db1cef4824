/** Milliseconds: what nothing has been heard of for so long is given up, and the person gets a way to try again. */
export const STALL_MS = 20_000
