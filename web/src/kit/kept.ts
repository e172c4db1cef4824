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

/** The layout of the other width is drawn once before the page goes: it must not take what the next page load is to find. */
function forget(key: string): void {
  if (leave.underWay) return
  try {
    window.sessionStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}

/** Has what is called so begin with this value when it is drawn next. */
export function hand(name: string, customer: number | undefined, value: unknown): void {
  try {
    const kept: Kept<unknown> = { at: Date.now(), value }
    window.sessionStorage.setItem(draftKey(name, customer), JSON.stringify(kept))
  } catch {
    // It then starts anew.
  }
}

/** Takes away what was handed: what is called so begins anew. */
export function takeAway(name: string, customer: number | undefined): void {
  forget(draftKey(name, customer))
}

/** What was kept under the name, once: nobody finds it a second time. */
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
 * Keeps a value over a reload that the person has not asked for, or the end of the session: in this tab alone, and for this
 * customer.
 */
export function useSaver(name: string | undefined, value: unknown): void {
  const customer = useSessionUser()?.id
  useEffect(() => {
    if (name === undefined) return
    const undo = saveDraftBeforeReload(() => hand(name, customer, value))
    return () => void undo()
  }, [name, customer, value])
}

/** State that outlives such a reload. */
export function useKept<T>(name: string, start: T | (() => T)): [T, Dispatch<SetStateAction<T>>] {
  const restored = useRestored<T>(name)
  const state = useState<T>(restored ? () => restored.value as T : start)
  useSaver(name, state[0])
  return state
}
