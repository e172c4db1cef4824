/**
 * Errors as the server sends them: {"error":{statusCode,name,message,extra}}. The message is fit for a person; extra
 * has its code and values, by which `unwrap` puts it into the language of the screen.
 */
export class ApiError extends Error {
  constructor(
    readonly statusCode: number,
    override readonly name: string,
    message: string,
    readonly extra: Record<string, unknown> = {},
  ) {
    super(message)
  }
}

/** 401: the session is missing, ended or was never real. */
export class SessionError extends ApiError {}

/** 403 and 404: not this person's, or not there. */
export class NotAvailableError extends ApiError {}

/** 400, 409, 413, 415 and 422: the request cannot be done as asked; repeating it will not help. */
export class RejectedError extends ApiError {}

/** No answer at all: offline, or the connection broke. */
export class NetworkError extends ApiError {
  constructor(message: string) {
    super(0, 'NetworkError', message)
  }
}

/** The browser had no network when it was asked to send: this has certainly not reached the server. */
export class NotSentError extends NetworkError {}

/** No sign of life for too long. Asking again by itself would only make the person wait longer. */
export class StalledError extends NetworkError {}

/**
 * The sentence of a rule that refuses, or that nothing was sent; undefined when something broke, for which the screen has
 * its own words.
 */
export function refusalOf(error: unknown): string | undefined {
  const known = error instanceof RejectedError || error instanceof NotAvailableError || error instanceof NotSentError
  return known ? error.message : undefined
}

/** What an error carries when a code to the customer's number would have been needed. */
export const CODE_NEEDED = 'session.code_needed'

/** The question for a code was closed: whoever did so knows why nothing was done. */
export const isDeclined = (error: unknown): boolean => error instanceof ApiError && error.extra.code === CODE_NEEDED

function classOf(status: number): typeof ApiError {
  if (status === 401) return SessionError
  if (status === 403 || status === 404) return NotAvailableError
  if (status >= 400 && status < 500 && status !== 429 && status !== 408) return RejectedError
  return ApiError
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** Reads any body, also one that is not ours (a proxy's page), into an error with a usable message. */
export function toApiError(status: number, body: unknown, fallback: string): ApiError {
  const error = record(record(body).error)
  const message = typeof error.message === 'string' && error.message ? error.message : fallback
  const name = typeof error.name === 'string' ? error.name : 'Error'
  const Class = classOf(status)
  return new Class(status, name, message, record(error.extra))
}

/** Queries are repeated for lost connections and server trouble, never for an answer that is final. */
export function shouldRetry(failures: number, error: unknown): boolean {
  const final =
    error instanceof StalledError ||
    error instanceof SessionError ||
    error instanceof NotAvailableError ||
    error instanceof RejectedError
  return !final && failures < 2
}
