import type { ReactNode } from 'react'
import { m } from '#/copy'
import { Retry } from '#/kit/Failed'
import { cx } from '#/shared/cx'
import { Button } from '#/ui/Button'

interface LateTransfersProps {
  /** Why there is no number yet. */
  count: number | 'pending' | 'failed'
  onShow(): void
  onRetry(): void
}

/**
 * In place of transfers that come after the list below them: one row, which is as high as the highest of what it may come
 * to say, so that nothing below it moves until the person asks for more.
 */
export function LateTransfers({ count, onShow, onRetry }: LateTransfersProps) {
  const some = typeof count === 'number' && count > 0
  const words = m.transfers_incoming_count({ count: typeof count === 'number' ? count : 0 })
  const show = (
    <Button compact variant="secondary" onClick={onShow}>
      {m.transfers_incoming_show()}
    </Button>
  )
  return (
    <div role="status" className="grid pb-4">
      <Row shown={count === 'pending'}>{m.transfers_incoming_pending()}</Row>
      <Row shown={count === 'failed'} action={<Retry compact onClick={onRetry} />}>
        {m.transfers_incoming_failed()}
      </Row>
      <Row shown={some} action={show}>
        {words}
      </Row>
      <Row shown={count === 0}>{words}</Row>
    </div>
  )
}

function Row({ shown, action, children }: { shown: boolean; action?: ReactNode; children: ReactNode }) {
  return (
    <div
      aria-hidden={!shown}
      className={cx(
        'col-start-1 row-start-1 flex flex-wrap items-center justify-between gap-3 rounded-row bg-surface p-4',
        !shown && 'invisible',
      )}
    >
      <p className="min-w-0 text-muted">{children}</p>
      {action}
    </div>
  )
}
