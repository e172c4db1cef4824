/** Which requests a list has, as the call says it: the live ones or those that are over; without it, all. */
export type ActiveStatus = 'true' | 'false'

/** Anything else in an address asks for all. */
export function activeStatusOf(value: unknown): ActiveStatus | undefined {
  return value === 'true' || value === 'false' ? value : undefined
}
