/**
 * The machine's time, in milliseconds: for how long something takes, and for what a browser counts from its own clock, as
 * the expiry of a cookie. Dates come from the city (`city.today`, `city.now`), whose day is always the same.
 */
export const realTime = () => Date.now()
