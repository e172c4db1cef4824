/**
 * The machine's time in milliseconds, for durations and for what a browser measures by its own clock, such as
 * the expiry of a cookie. Dates come from the city (`city.today`, `city.now`), whose day is fixed.
 */
export const realTime = () => Date.now()
