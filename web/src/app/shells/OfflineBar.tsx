import { type Query, useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useCallback, useSyncExternalStore } from 'react'
import { m } from '#/copy'
import { formatMoment } from '#/kit/dates'
import { useOnline } from '#/platform/connection'
import { isStoredOffline } from '../offline-data'

/** The region is always there, so that screen readers announce going offline. */
export function OfflineBar() {
  const online = useOnline()
  return (
    <div role="status" className="print:hidden">
      {!online && (
        <p
          data-above-bar
          className="gutter flex items-center justify-center gap-2 bg-accent-soft py-2 text-center font-semibold text-accent-ink text-support"
        >
          <WifiOff aria-hidden="true" className="size-5 shrink-0" />
          <OfflineWords />
        </p>
      )}
    </div>
  )
}

/** Says that there is no network, and how old the oldest data on screen is. */
function OfflineWords() {
  const cache = useQueryClient().getQueryCache()
  const oldest = useCallback(() => {
    const predicate = (query: Query) => isStoredOffline(query) && query.state.data !== undefined
    const shown = cache.findAll({ type: 'active', predicate }).map(({ state }) => state.dataUpdatedAt)
    return shown.length > 0 ? Math.min(...shown) : undefined
  }, [cache])
  const at = useSyncExternalStore((changed) => cache.subscribe(changed), oldest)
  const time = at === undefined ? undefined : formatMoment(at)
  return time ? m.app_offline_figures({ time }) : m.kit_offline()
}
