import { type ComponentType, type FunctionComponent, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { m } from '#/copy'
import { toast } from '#/platform/toast'
import { Boundary, type Offline } from './Boundary'
import { CloseIconButton } from './CloseButton'
import { LoadError } from './LoadError'

type Loader<P> = () => Promise<{ default: ComponentType<P> }>

interface Failure<P> {
  props: P
  /** Loads the part again. */
  retry(): void
  /** Set while there is no network. The part loads by itself when the network is back. */
  offline?: Offline
}

interface LazyPartOptions<P> {
  /** Takes the part's place until it has loaded, to avoid a layout shift. */
  pending?: ReactNode | ((props: P) => ReactNode)
  /** Replaces a part that cannot load. Nothing does where the page is complete without the part. */
  failed?(failure: Failure<P>): ReactNode
}

/**
 * A lazy part with its own chunk and its own error boundary. If the chunk cannot be loaded, the page reloads
 * once. If that does not help, only this part disappears. Offline, the part waits for a network. A chunk that
 * failed is requested again when the part renders the next time. This is the only way to make a part lazy.
 */
export function lazyPart<P extends object>(
  place: string,
  load: Loader<P>,
  options: LazyPartOptions<P> = {},
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
  return function LazyPart(props: P) {
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

/** For parts that people would look for: says that the part is missing and offers a retry. */
export function partLoadError({ retry, offline }: Pick<Failure<object>, 'retry' | 'offline'>): ReactNode {
  if (offline) return <OfflineLoadError {...offline} />
  return <LoadError message={m.api_unexpected()} onRetry={retry} />
}

export function OfflineLoadError({ tryAgain, busy }: Offline): ReactNode {
  return <LoadError message={m.kit_offline()} busy={busy} onRetry={tryAgain} />
}

interface DialogFailure {
  props: { onClose(): void }
  offline?: Offline
}

/** A dialog that cannot render must not lock its page: it says so and closes, or waits while offline. */
export function dialogLoadError({ props, offline }: DialogFailure): ReactNode {
  return offline ? (
    <OfflineDialogNotice {...offline} onClose={props.onClose} />
  ) : (
    <CloseFailedDialog onClose={props.onClose} />
  )
}

/** Plain on purpose, because the chunk of dialogs may be what is missing. */
function OfflineDialogNotice({ onClose, ...offline }: Offline & { onClose(): void }) {
  return (
    <aside
      aria-label={m.kit_part_failed()}
      className="fixed inset-x-0 bottom-0 z-30 mx-auto flex max-w-[640px] items-start gap-2 rounded-t-sheet bg-surface p-4 shadow-overlay"
    >
      <div className="flex-1">
        <OfflineLoadError {...offline} />
      </div>
      <CloseIconButton onClick={onClose} />
    </aside>
  )
}

function CloseFailedDialog({ onClose }: { onClose(): void }) {
  useEffect(() => {
    toast.error(m.api_unexpected())
    onClose()
  }, [onClose])
  return null
}
