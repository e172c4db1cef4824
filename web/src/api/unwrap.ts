import { getLocale, m } from '#/copy'
import { NetworkError, NotSentError, SessionError, StalledError, toApiError } from './errors'

interface Answer<T> {
  data?: T
  error?: unknown
  response: Response
}

type SessionListener = (error: SessionError) => void
let onSessionEnd: SessionListener | undefined

/** The app decides in one place what an ended session means. The client only reports it. */
export function listenForSessionEnd(listener: SessionListener | undefined): void {
  onSessionEnd = listener
}

interface UnwrapOptions {
  /** For a call that needs no session (sign-in): its 401 says nothing about a session that may exist. */
  sessionless?: boolean
}

/** Returns the data of a call, or throws the error class that fits. */
export async function unwrap<T>(call: Promise<Answer<T>>, { sessionless = false }: UnwrapOptions = {}): Promise<T> {
  const answer = await call.catch((cause: unknown) => {
    if (cause instanceof StalledError || cause instanceof NotSentError) throw cause
    throw Object.assign(new NetworkError(m.api_network()), { cause })
  })
  if (answer.response.ok) return answer.data as T
  const error = toApiError(answer.response.status, answer.error, m.api_unexpected())
  if (getLocale() !== 'en') await import('#/copy/faults').then((faults) => faults.translate(error)).catch(() => {})
  if (error instanceof SessionError && !sessionless) onSessionEnd?.(error)
  throw error
}
