/** Query values are strings and stay strings: `662E41`, `0091` and ids longer than a number survive. */
export type Search = Record<string, string | undefined>

export function parseSearch(query: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [key, value] of new URLSearchParams(query)) {
    if (!(key in found)) found[key] = value
  }
  return found
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    if (value !== undefined && value !== null) params.set(key, String(value))
  }
  const query = params.toString()
  return query ? `?${query}` : ''
}
