import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '#/copy'
import { Failed } from './Failed'

export interface LoadedProps<T> {
  query: UseQueryResult<T>
  /** Stands there while nothing has come: a spinner or grey rows, with a label for screen readers. */
  pending: ReactNode
  /** What could not be loaded, where the usual words say too little. */
  failed?: string
  /** Above what came: how old it is while offline (`Age`), for lists and figures that somebody might act on. */
  age?(at: number): ReactNode
  children(data: T): ReactNode
}

/** What the server answered, or how far that is: pending, failed with its reason and a retry, or offline. */
export function Loaded<T>({ query, pending, failed, age, children }: LoadedProps<T>) {
  const { data, error, isFetching, isPaused, refetch } = query
  if (data !== undefined) {
    return (
      <>
        {age?.(query.dataUpdatedAt)}
        {children(data)}
      </>
    )
  }
  const why = error?.message ?? (isPaused && m.shell_offline())
  if (!why) return pending
  return <Failed title={failed} message={why} busy={isFetching} onRetry={() => void refetch()} />
}
