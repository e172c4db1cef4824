export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

/** The status of whatever was thrown: statusCode, status or response.status, else 500. */
export function errorStatus(error: unknown): number {
  if (field(error, 'isNotFound') === true) return 404
  const candidates = [field(error, 'statusCode'), field(error, 'status'), field(field(error, 'response'), 'status')]
  const status = candidates.find((value) => typeof value === 'number' && value > 0)
  return typeof status === 'number' ? status : 500
}
