import { m } from '#/copy'
import { useOnline } from '#/platform/connection'
import { formatMoment } from './dates'
import { LoadError } from './LoadError'

interface AgedQuery {
  dataUpdatedAt: number
  isRefetchError: boolean
  isFetching: boolean
  error: Error | null
  refetch(): unknown
}

/**
 * Says how old the figures below are while the device is offline or after a failed refetch.
 * After a failure it also shows the reason and a retry.
 */
function DataAge({ query }: { query: AgedQuery }) {
  const { dataUpdatedAt: at, isRefetchError, isFetching, error, refetch } = query
  if ((useOnline() && !isRefetchError) || !at) return null
  return (
    <>
      <p className="pb-3 text-muted text-support">{m.kit_as_of({ time: formatMoment(at) ?? '' })}</p>
      {isRefetchError && error && (
        <LoadError message={error.message} busy={isFetching} onRetry={() => void refetch()} />
      )}
    </>
  )
}

/** The age for `QueryContent` and `InfiniteList`. */
export const dataAge = (query: AgedQuery) => <DataAge query={query} />
