import { useEffect, useEffectEvent } from 'react'
import { NotAvailableError, RejectedError } from '#/api/errors'
import { findBank } from './calls'
import { IFSC_LENGTH, IFSC_PAUSE_MS } from './model'

const isAnswer = (error: unknown) => error instanceof NotAvailableError || error instanceof RejectedError

interface Lookup {
  onFound(bank: string): void
  onUnknown(): void
}

/** Looks up the bank of a complete IFSC after a pause in typing. An answer to an earlier IFSC is dropped. */
export function useBankLookup(code: string, lookup: Lookup): void {
  const found = useEffectEvent(lookup.onFound)
  const unknown = useEffectEvent(lookup.onUnknown)
  useEffect(() => {
    if (code.length !== IFSC_LENGTH) return
    let current = true
    const timer = window.setTimeout(() => {
      findBank(code).then(
        (bank) => current && found(bank),
        // No response, or a server error, says nothing about the IFSC.
        (error: unknown) => current && isAnswer(error) && unknown(),
      )
    }, IFSC_PAUSE_MS)
    return () => {
      current = false
      window.clearTimeout(timer)
    }
  }, [code])
}
