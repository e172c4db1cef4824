import { ApiError, SessionError } from '#/api/errors'
import { toast } from '#/platform/toast'
import { reasonOf } from './words'

/** The text of an error. For a rejected document, this is the text of the reason. */
export function problemOf(error: Error): string {
  const reason = error instanceof ApiError ? error.extra.reason : undefined
  return (typeof reason === 'string' && reasonOf(reason)) || error.message
}

/** Shows an error of the verification as a toast, in addition to the text where it can be fixed. */
export function toastProblem(error: Error): void {
  if (!(error instanceof SessionError)) toast.error(problemOf(error))
}

/** Shows the error of a call as a toast, and throws it again. */
export async function withToast<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    toastProblem(error as Error)
    throw error
  }
}
