import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '#/copy'
import { LoadError } from './LoadError'

export interface QueryContentProps<T> {
  query: UseQueryResult<T>
  /** Shown while nothing has loaded: a spinner or grey rows, with a label for screen readers. */
  pending: ReactNode
  /** Names what could not be loaded. */
  failed: string
  /**
   * Shown above the data: how old it is (`Age`) when it may be outdated.
   * Null if the data does not become outdated, or if its age is shown elsewhere on the screen.
   */
  age: ((query: UseQueryResult<T>) => ReactNode) | null
  children(data: T): ReactNode
}

/** Shows the server's data, or the request's state: pending, failed with a reason and a retry, or offline. */
export function QueryContent<T>({ query, pending, failed, age, children }: QueryContentProps<T>) {
  const { data, error, isFetching, isPaused, refetch } = query
  if (data !== undefined) {
    return (
      <>
        {age?.(query)}
        {children(data)}
      </>
    )
  }
  const why = error?.message ?? (isPaused && m.kit_needs_network())
  if (!why) return pending
  return <LoadError title={failed} message={why} busy={isFetching} onRetry={() => void refetch()} />
}
