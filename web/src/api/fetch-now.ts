import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { m } from '#/copy'
import { NetworkError, NotSentError, shouldRetry } from './errors'

/**
 * Fetches what a pressed button needs to know first. Offline, it fails at once and says that nothing was
 * sent. It does not retry for seconds, nor does it join a paused fetch of the same query.
 */
export async function fetchNow<T, Key extends QueryKey>(
  queries: QueryClient,
  options: FetchQueryOptions<T, Error, T, Key>,
): Promise<T> {
  const { queryKey } = options
  if (queries.getQueryState(queryKey)?.fetchStatus === 'paused') await queries.cancelQueries({ queryKey, exact: true })
  const retry = (failures: number, error: unknown) => navigator.onLine && shouldRetry(failures, error)
  try {
    return await queries.fetchQuery({ ...options, networkMode: 'always', retry })
  } catch (error) {
    throw error instanceof NetworkError && !navigator.onLine ? new NotSentError(m.api_not_sent()) : error
  }
}
