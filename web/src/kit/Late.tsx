import { type ComponentType, type FunctionComponent, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { m } from '#/copy'
import { toast } from '#/platform/toast'
import { Boundary, type Offline } from './Boundary'
import { CloseIcon } from './Close'
import { Failed } from './Failed'

type Loader<P> = () => Promise<{ default: ComponentType<P> }>

interface Failure<P> {
  props: P
  /** Loads it once more. */
  retry(): void
  /** There is no network; it comes by itself when that is back. */
  offline?: Offline
}

interface LateOptions<P> {
  /** Keeps its room until it comes. */
  pending?: ReactNode | ((props: P) => ReactNode)
  /** What stands in its place when it cannot come; nothing where the page is whole without it. */
  failed?(failure: Failure<P>): ReactNode
}

/**
 * A part with its own code, and with its own boundary: when the code cannot be loaded the page is loaded anew once, and
 * when that does not help the part takes away only itself. Without a network it waits for one. What could not be loaded
 * is asked for again where the part is drawn the next time. Nothing else makes a part lazy.
 */
export function late<P extends object>(
  place: string,
  load: Loader<P>,
  options: LateOptions<P> = {},
): FunctionComponent<P> {
  const { pending, failed = () => null } = options
  let hasFailed = false
  const loadOnce = () =>
    lazy(() =>
      load().catch((error: unknown) => {
        hasFailed = true
        throw error
      }),
    )
  let Part = loadOnce()
  const renew = () => {
    hasFailed = false
    Part = loadOnce()
  }
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, when its file loads
  return function Late(props: P) {
    const [, draw] = useState(() => {
      if (hasFailed) renew()
      return 0
    })
    const retry = () => {
      renew()
      draw((times) => times + 1)
    }
    return (
      <Boundary
        place={place}
        onRetry={retry}
        fallback={(_, again, offline) => failed({ props, retry: again, offline })}
      >
        <Suspense fallback={typeof pending === 'function' ? pending(props) : pending}>
          <Part {...props} />
        </Suspense>
      </Boundary>
    )
  }
}

/** For what people would look for: it says that it is missing, and can be asked for again. */
export function failedPart({ retry, offline }: Pick<Failure<object>, 'retry' | 'offline'>): ReactNode {
  if (offline) return <FailedOffline {...offline} />
  return <Failed message={m.api_unexpected()} onRetry={retry} />
}

export function FailedOffline({ tryAgain, busy }: Offline): ReactNode {
  return <Failed message={m.kit_offline()} busy={busy} onRetry={tryAgain} />
}

interface FailedDialog {
  props: { onClose(): void }
  offline?: Offline
}

/** A dialog that cannot be drawn must not lock its page: it says so and closes; without a network it says so and waits. */
export function failedDialog({ props, offline }: FailedDialog): ReactNode {
  return offline ? <Waiting {...offline} onClose={props.onClose} /> : <Gone onClose={props.onClose} />
}

/** Plain on purpose: the code of dialogs may be what is missing. */
function Waiting({ onClose, ...offline }: Offline & { onClose(): void }) {
  return (
    <aside
      aria-label={m.kit_part_failed()}
      className="fixed inset-x-0 bottom-0 z-30 mx-auto flex max-w-[640px] items-start gap-2 rounded-t-sheet bg-surface p-4 shadow-overlay"
    >
      <div className="flex-1">
        <FailedOffline {...offline} />
      </div>
      <CloseIcon onClick={onClose} />
    </aside>
  )
}

function Gone({ onClose }: { onClose(): void }) {
  useEffect(() => {
    toast.error(m.api_unexpected())
    onClose()
  }, [onClose])
  return null
}
