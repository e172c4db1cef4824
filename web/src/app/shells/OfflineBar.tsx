import { WifiOff } from 'lucide-react'
import { m } from '#/copy'
import { formatMoment } from '#/kit/dates'
import { useOnline } from '#/platform/connection'
import { figuresForOffline } from '#/state/last-figures'

/** The region is always there, so that going offline is announced. */
export function OfflineBar() {
  const online = useOnline()
  const at = online ? undefined : figuresForOffline()?.at
  const kept = at === undefined ? undefined : formatMoment(at)
  return (
    <div role="status" className="print:hidden">
      {!online && (
        <p
          data-above-bar
          className="gutter flex items-center justify-center gap-2 bg-accent-soft py-2 text-center font-semibold text-accent-ink text-support"
        >
          <WifiOff aria-hidden="true" className="size-5 shrink-0" />
          {kept ? m.app_offline_figures({ time: kept }) : m.kit_offline()}
        </p>
      )}
    </div>
  )
}
