import { type InfiniteData, type QueryKey, type UseInfiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback } from 'react'
import { m } from '#/copy'
import { useInfiniteScroll } from '#/shared/use-infinite-scroll'
import { LoadMore } from '#/ui/LoadMore'
import { dataAge } from './DataAge'
import { LoadError } from './LoadError'

export interface InfiniteListProps<Page, Key extends QueryKey, Param> {
  query: UseInfiniteQueryOptions<Page, Error, InfiniteData<Page>, Key, Param>
  pending: ReactNode
  /** Names what could not be loaded. */
  failed: string
  /** "20 of 45 shown" */
  status(pages: Page[]): string
  /** The label of the button for the next page. */
  label: string
  /** For a list with other content below it, where the end of the screen says nothing about the list. */
  byButtonOnly?: boolean
  /** `end` goes below the last row: what is shown, and the way to more, or why that failed. */
  children(pages: Page[], end: ReactNode): ReactNode
}

/** A list that loads page by page, at the bottom of the screen or by a button. */
export function InfiniteList<Page, Key extends QueryKey, Param>({
  query,
  pending,
  failed: title,
  status,
  label,
  byButtonOnly = false,
  children,
}: InfiniteListProps<Page, Key, Param>) {
  const list = useInfiniteQuery(query)
  const { data, error, isFetching, isPaused, hasNextPage, fetchNextPage } = list
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage])
  // While the query is paused offline, its first pages are refetched before more are loaded.
  const isMore = hasNextPage && !isPaused
  useInfiniteScroll(isMore && !isFetching && !byButtonOnly, loadMore)
  const failed = (message: string, retry: () => void) => (
    <LoadError title={title} message={message} busy={isFetching} onRetry={retry} />
  )
  if (!data) {
    const why = error?.message ?? (isPaused && m.kit_needs_network())
    return why ? failed(why, () => void list.refetch()) : pending
  }
  const { pages } = data
  // If the next page fails, keep the pages that have loaded.
  const end =
    error && list.isFetchNextPageError ? (
      failed(error.message, loadMore)
    ) : (
      <LoadMore
        pages={pages.length}
        status={status(pages)}
        label={label}
        more={isMore}
        busy={isFetching}
        onLoad={loadMore}
      />
    )
  return (
    <>
      {dataAge(list)}
      {children(pages, end)}
    </>
  )
}
