import { type InfiniteData, type QueryKey, type UseInfiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useInfiniteScroll } from './use-infinite-scroll'

type Pages<Page, Key extends QueryKey> = UseInfiniteQueryOptions<Page, Error, InfiniteData<Page>, Key, number>

/** A list that comes page by page, and goes on at the bottom of the screen. */
export function usePages<Page, Key extends QueryKey>(query: Pages<Page, Key>) {
  const { data, error, isFetching, isFetchNextPageError, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(query)
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage])
  useInfiniteScroll(hasNextPage && !isFetching, loadMore)
  return {
    pages: data?.pages,
    /** Nothing came, or the next page did not; what is there stays. */
    failure: error && (!data || isFetchNextPageError) ? error : undefined,
    busy: isFetching,
    more: hasNextPage,
    loadMore,
    /** Asks again for what failed. */
    retry: data ? loadMore : () => void refetch(),
  }
}
