import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { mayReloadForPart, reloadForPart } from '#/platform/chunk-guard'
import { isReachable, whenReachable } from '#/platform/reachable'

interface MissingPartProps {
  error: unknown
  /** Loads the part once more. */
  onRetry(): void
  /** There is nothing more to be done by itself. */
  onGivenUp(): void
  /** Stands there while the page is being loaded anew, or it is not known yet whether there is a network. */
  pending: ReactNode
  /** Without a network: it goes on by itself when the network is back; the button looks at once. */
  offline(tryAgain: () => void, busy: boolean): ReactNode
  /** With a network, after the one reload. */
  failed: ReactNode
}

/**
 * What stands for a part whose code could not be loaded. Without a network a reload would end in the browser's own page,
 * so it waits for one and then loads the part once more. With one the page is loaded anew, once (SESSION-05).
 */
export function MissingPart({ error, onRetry, onGivenUp, pending, offline, failed }: MissingPartProps): ReactNode {
  const [state, setState] = useState<'asking' | 'offline' | 'failed'>(navigator.onLine ? 'asking' : 'offline')
  const [busy, setBusy] = useState(false)
  const retry = useEffectEvent(onRetry)
  const mend = useEffectEvent(() => {
    // The network came back before it was asked for: that was all that was missing.
    if (state === 'offline') return onRetry()
    if (mayReloadForPart()) return reloadForPart()
    setState('failed')
    onGivenUp()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is looked at anew
  useEffect(() => {
    let gone = false
    let stop = () => {}
    void isReachable().then((reachable) => {
      if (gone) return
      if (reachable) return mend()
      setState('offline')
      stop = whenReachable(() => retry())
    })
    return () => {
      gone = true
      stop()
    }
  }, [error])
  const tryAgain = async () => {
    setBusy(true)
    if (await isReachable()) onRetry()
    setBusy(false)
  }
  if (state === 'asking') return pending
  return state === 'offline' ? offline(() => void tryAgain(), busy) : failed
}
