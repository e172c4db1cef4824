/**
 * An error as the server sends it: {"error":{statusCode,name,message,extra}}.
 * The message is fit for a customer.
 * `extra` has a code and values, with which `unwrap` translates the message into the language of the screen.
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

/** 401: the session is missing, has ended or never existed. */
export class SessionError extends ApiError {}

/** 403 and 404: it belongs to somebody else, or it does not exist. */
export class NotAvailableError extends ApiError {}

/** 400, 409, 413, 415 and 422: the request cannot be fulfilled as sent. Repeating it will not help. */
export class RejectedError extends ApiError {}

/** No response at all: the device is offline, or the connection broke. */
export class NetworkError extends ApiError {
  constructor(message: string) {
    super(0, 'NetworkError', message)
  }
}

/** The browser was offline when it was asked to send, so the request has certainly not reached the server. */
export class NotSentError extends NetworkError {}

/** Nothing arrived for too long. An automatic retry would only make the customer wait longer. */
export class StalledError extends NetworkError {}

/**
 * The message of a rule that refused the request, or that nothing was sent.
 * Undefined when something broke: screens have their own text for that.
 */
export function refusalOf(error: unknown): string | undefined {
  const known = error instanceof RejectedError || error instanceof NotAvailableError || error instanceof NotSentError
  return known ? error.message : undefined
}

/** The error code when a call needs a confirmation code sent to the customer's number. */
export const CODE_NEEDED = 'session.code_needed'

/** Whether the customer closed the question for a code. Then they know why nothing was done. */
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

/** Turns any body, even one that is not ours (a proxy's page), into an error with a usable message. */
export function toApiError(status: number, body: unknown, fallback: string): ApiError {
  const error = record(record(body).error)
  const message = typeof error.message === 'string' && error.message ? error.message : fallback
  const name = typeof error.name === 'string' ? error.name : 'Error'
  const Class = classOf(status)
  return new Class(status, name, message, record(error.extra))
}

/** Retries queries after lost connections and server failures, but never after a final answer. */
export function shouldRetry(failures: number, error: unknown): boolean {
  const final =
    error instanceof StalledError ||
    error instanceof SessionError ||
    error instanceof NotAvailableError ||
    error instanceof RejectedError
  return !final && failures < 2
}
