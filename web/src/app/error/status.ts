function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

/** The status of whatever was thrown: statusCode, status or response.status, else 500. */
export function errorStatus(error: unknown): number {
  if (field(error, 'isNotFound') === true) return 404
  const candidates = [field(error, 'statusCode'), field(error, 'status'), field(field(error, 'response'), 'status')]
  const status = candidates.find((value) => typeof value === 'number' && value > 0)
  return typeof status === 'number' ? status : 500
}

/** The sentence that goes with it; only errors that were written for people have one. */
export function errorMessage(error: unknown): string | undefined {
  const message = field(error, 'message')
  const forPeople = field(error, 'statusCode') !== undefined
  return forPeople && typeof message === 'string' && message ? message : undefined
}
