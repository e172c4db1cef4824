import { ApiError, SessionError } from '#/api/errors'
import { toast } from '#/platform/toast'
import { reasonOf } from './words'

/** What an error says; of a document that was refused, the reason of it. */
export function problemOf(error: Error): string {
  const reason = error instanceof ApiError ? error.extra.reason : undefined
  return (typeof reason === 'string' && reasonOf(reason)) || error.message
}

/** An error of the verification is written where it can be mended, and said as a toast too. */
export function toastProblem(error: Error): void {
  if (!(error instanceof SessionError)) toast.error(problemOf(error))
}

/** A call whose error is told, and thrown on. */
export async function withToast<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    toastProblem(error as Error)
    throw error
  }
}
