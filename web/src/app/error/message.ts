import { field } from './status'

/** The message of an error. Only errors that were written for people have one. */
export function errorMessage(error: unknown): string | undefined {
  const message = field(error, 'message')
  const forPeople = field(error, 'statusCode') !== undefined
  return forPeople && typeof message === 'string' && message ? message : undefined
}
