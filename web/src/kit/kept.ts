import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { leave } from '#/platform/leave'
import { saveDraftBeforeReload } from '#/platform/viewport-reload'
import { draftKey, KEPT_MS } from '#/state/interrupted'
import { useSessionUser } from '#/state/session'

interface Kept<T> {
  /** Milliseconds since the epoch. */
  at: number
  value?: T
}

function read<T>(key: string): Kept<T> | undefined {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(key) ?? 'null') as Kept<T> | null
    return kept && Date.now() - kept.at < KEPT_MS ? kept : undefined
  } catch {
    return undefined
  }
}

/**
 * Before a reload at the width boundary, the other layout renders once.
 * It must not remove what the next page load is meant to find.
 */
function forget(key: string): void {
  if (leave.underWay) return
  try {
    window.sessionStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}

/** Stores a value with which the named part starts when it is drawn next. */
export function hand(name: string, customer: number | undefined, value: unknown): void {
  try {
    const kept: Kept<unknown> = { at: Date.now(), value }
    window.sessionStorage.setItem(draftKey(name, customer), JSON.stringify(kept))
  } catch {
    // Without storage, the part starts fresh.
  }
}

/** Removes a stored value, so that the named part starts fresh. */
export function takeAway(name: string, customer: number | undefined): void {
  forget(draftKey(name, customer))
}

/** The value that was stored under the name. It can be found only once. */
export function useRestored<T>(name: string | undefined): { value?: T } | undefined {
  const customer = useSessionUser()?.id
  const key = name && draftKey(name, customer)
  const [kept] = useState(() => (key ? read<T>(key) : undefined))
  useEffect(() => {
    if (key) forget(key)
  }, [key])
  return kept
}

/**
 * Keeps a value across a reload that the customer did not ask for, or across the end of the session.
 * It is kept in this tab only and for this customer only.
 */
export function useSaver(name: string | undefined, value: unknown): void {
  const customer = useSessionUser()?.id
  useEffect(() => {
    if (name === undefined) return
    const undo = saveDraftBeforeReload(() => hand(name, customer, value))
    return () => void undo()
  }, [name, customer, value])
}

/** State that survives such a reload (see `useSaver`). */
export function useKept<T>(name: string, start: T | (() => T)): [T, Dispatch<SetStateAction<T>>] {
  const restored = useRestored<T>(name)
  const state = useState<T>(restored ? () => restored.value as T : start)
  useSaver(name, state[0])
  return state
}
