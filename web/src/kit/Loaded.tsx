import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '#/copy'
import { Failed } from './Failed'

export interface LoadedProps<T> {
  query: UseQueryResult<T>
  /** Stands there while nothing has come: a spinner or grey rows, with a label for screen readers. */
  pending: ReactNode
  /** Names what could not be loaded. */
  failed: string
  /**
   * Above what came: how old it is (`Age`) when it may not hold any more. Null for what does not grow old, or has its age
   * said elsewhere on the screen.
   */
  age: ((query: UseQueryResult<T>) => ReactNode) | null
  children(data: T): ReactNode
}

/** What the server answered, or how far that is: pending, failed with its reason and a retry, or offline. */
export function Loaded<T>({ query, pending, failed, age, children }: LoadedProps<T>) {
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
  return <Failed title={failed} message={why} busy={isFetching} onRetry={() => void refetch()} />
}
