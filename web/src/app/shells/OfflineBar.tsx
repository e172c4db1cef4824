import { WifiOff } from 'lucide-react'
import { m } from '#/copy'
import { late } from '#/kit/Late'
import { useOnline } from '#/platform/connection'

const OfflineWords = late('offline words', () => import('./OfflineWords'), {
  pending: <Offline />,
  failed: () => <Offline />,
})

function Offline() {
  return m.kit_offline()
}

/** The region is always there, so that going offline is announced. */
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
