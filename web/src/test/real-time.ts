/** The device's time, in milliseconds: for what the app counts from it, as how long ago something was kept. Never for a date. */
export const realTime = () => Date.now()
