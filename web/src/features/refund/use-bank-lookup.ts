import { useEffect, useEffectEvent } from 'react'
import { findBank } from './calls'
import { IFSC_LENGTH, IFSC_PAUSE_MS } from './model'

interface Lookup {
  onFound(bank: string): void
  onUnknown(): void
}

/** Looks up the bank of a complete code once typing has paused; the answer to a former code is dropped. */
export function useBankLookup(code: string, lookup: Lookup): void {
  const found = useEffectEvent(lookup.onFound)
  const unknown = useEffectEvent(lookup.onUnknown)
  useEffect(() => {
    if (code.length !== IFSC_LENGTH) return
    let current = true
    const timer = window.setTimeout(() => {
      findBank(code).then(
        (bank) => current && found(bank),
        () => current && unknown(),
      )
    }, IFSC_PAUSE_MS)
    return () => {
      current = false
      window.clearTimeout(timer)
    }
  }, [code])
}
