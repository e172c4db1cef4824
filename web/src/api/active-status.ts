/** Which requests a list contains: 'true' for live ones, 'false' for finished ones, no value for all. */
export type ActiveStatus = 'true' | 'false'

/** Any other value in the URL means all requests. */
export function activeStatusOf(value: unknown): ActiveStatus | undefined {
  return value === 'true' || value === 'false' ? value : undefined
}
