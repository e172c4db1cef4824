/**
 * The device's time in milliseconds, for what the app compares with it, such as the age of stored data.
 * Never use it for a date.
 */
export const realTime = () => Date.now()
