import { type ComponentType, type FunctionComponent, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { m } from '#/copy'
import { toast } from '#/platform/toast'
import { Boundary } from './Boundary'
import { Failed } from './Failed'

type Loader<P> = () => Promise<{ default: ComponentType<P> }>

interface Failure<P> {
  props: P
  /** Loads it once more. */
  retry(): void
}

interface LateOptions<P> {
  /** Keeps its room until it comes. */
  pending?: ReactNode | ((props: P) => ReactNode)
  /** What stands in its place when it cannot come; nothing where the page is whole without it. */
  failed?(failure: Failure<P>): ReactNode
}

/**
 * A part with its own code, and with its own boundary: when the code cannot be loaded the page is loaded anew once, and
 * when that does not help the part takes away only itself. Nothing else makes a part lazy.
 */
export function late<P extends object>(
  place: string,
  load: Loader<P>,
  options: LateOptions<P> = {},
): FunctionComponent<P> {
  const { pending, failed = () => null } = options
  let Part = lazy(load)
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, when its file loads
  return function Late(props: P) {
    const [, draw] = useState(0)
    const again = (retry: () => void) => () => {
      Part = lazy(load)
      draw((times) => times + 1)
      retry()
    }
    return (
      <Boundary place={place} fallback={(_, retry) => failed({ props, retry: again(retry) })}>
        <Suspense fallback={typeof pending === 'function' ? pending(props) : pending}>
          <Part {...props} />
        </Suspense>
      </Boundary>
    )
  }
}

/** For what people would look for: it says that it is missing, and can be asked for again. */
export function failedPart({ retry }: Pick<Failure<object>, 'retry'>): ReactNode {
  return <Failed message={m.errors_unexpected()} onRetry={retry} />
}

/** A dialog that cannot be drawn must not lock its page: it says so and closes. */
export function failedDialog({ props }: { props: { onClose(): void } }): ReactNode {
  return <Gone onClose={props.onClose} />
}

function Gone({ onClose }: { onClose(): void }) {
  useEffect(() => {
    toast.error(m.errors_unexpected())
    onClose()
  }, [onClose])
  return null
}
