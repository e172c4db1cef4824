import { WifiOff } from 'lucide-react'
import { m } from '#/copy'
import { useOnline } from '#/platform/connection'

/** The region is always there, so that going offline is announced. */
export function OfflineBar() {
  const online = useOnline()
  return (
    <div role="status" className="print:hidden">
      {!online && (
        <p className="gutter flex items-center justify-center gap-2 bg-accent-soft py-2 text-center font-semibold text-accent-ink text-support">
          <WifiOff aria-hidden="true" className="size-5 shrink-0" />
          {m.shell_offline()}
        </p>
      )}
    </div>
  )
}
