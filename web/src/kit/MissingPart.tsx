import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { mayReloadForPart, reloadForPart } from '#/platform/chunk-guard'
import { isReachable, whenReachable } from '#/platform/reachable'

interface MissingPartProps {
  error: unknown
  /** Loads the part again. */
  onRetry(): void
  /** Called when nothing more can be done automatically. */
  onGivenUp(): void
  /** Shown while the page reloads, or while it is not known yet whether there is a network. */
  pending: ReactNode
  /** Shown offline. The part loads by itself when the network is back, and the button checks at once. */
  offline(tryAgain: () => void, busy: boolean): ReactNode
  /** Shown online, after the one reload. */
  failed: ReactNode
}

/**
 * Replaces a part whose chunk could not be loaded. Offline, a reload would end in the browser's
 * own error page, so it waits for a network and then loads the part again.
 * Online, the page is reloaded once (SESSION-05).
 */
export function MissingPart({ error, onRetry, onGivenUp, pending, offline, failed }: MissingPartProps): ReactNode {
  const [state, setState] = useState<'asking' | 'offline' | 'failed'>(navigator.onLine ? 'asking' : 'offline')
  const [busy, setBusy] = useState(false)
  const retry = useEffectEvent(onRetry)
  const mend = useEffectEvent(() => {
    // The network came back before this check, so only the network was missing.
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
