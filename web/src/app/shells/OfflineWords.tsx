import { type Query, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { m } from '#/copy'
import { formatMoment } from '#/kit/dates'
import { isKept } from '../last-figures'

/** That there is no network, and of when what the screen shows is: of its oldest part. */
export default function OfflineWords() {
  const cache = useQueryClient().getQueryCache()
  const oldest = useCallback(() => {
    const predicate = (query: Query) => isKept(query) && query.state.data !== undefined
    const shown = cache.findAll({ type: 'active', predicate }).map(({ state }) => state.dataUpdatedAt)
    return shown.length > 0 ? Math.min(...shown) : undefined
  }, [cache])
  const at = useSyncExternalStore((changed) => cache.subscribe(changed), oldest)
  const time = at === undefined ? undefined : formatMoment(at)
  return time ? m.app_offline_figures({ time }) : m.kit_offline()
}
