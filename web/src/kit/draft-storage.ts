import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { leave } from '#/platform/leave'
import { saveDraftBeforeReload } from '#/platform/viewport-reload'
import { draftKey, RESTORE_WITHIN_MS } from '#/state/interrupted'
import { useSessionUser } from '#/state/session'

interface StoredDraft<T> {
  /** Milliseconds since the epoch. */
  at: number
  value?: T
}

function readDraft<T>(key: string): StoredDraft<T> | undefined {
  try {
    const stored = JSON.parse(window.sessionStorage.getItem(key) ?? 'null') as StoredDraft<T> | null
    return stored && Date.now() - stored.at < RESTORE_WITHIN_MS ? stored : undefined
  } catch {
    return undefined
  }
}

/**
 * Before a reload at the width boundary, the other layout renders once.
 * It must not remove what the next page load is meant to find.
 */
function removeStored(key: string): void {
  if (leave.underWay) return
  try {
    window.sessionStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}

/** Stores a value with which the named part starts when it is drawn next. */
export function saveDraft(name: string, customer: number | undefined, value: unknown): void {
  try {
    const stored: StoredDraft<unknown> = { at: Date.now(), value }
    window.sessionStorage.setItem(draftKey(name, customer), JSON.stringify(stored))
  } catch {
    // Without storage, the part starts fresh.
  }
}

/** Removes a stored value, so that the named part starts fresh. */
export function removeDraft(name: string, customer: number | undefined): void {
  removeStored(draftKey(name, customer))
}

/** The value that was stored under the name. It can be found only once. */
export function useRestoredDraft<T>(name: string | undefined): { value?: T } | undefined {
  const customer = useSessionUser()?.id
  const key = name && draftKey(name, customer)
  const [stored] = useState(() => (key ? readDraft<T>(key) : undefined))
  useEffect(() => {
    if (key) removeStored(key)
  }, [key])
  return stored
}

/**
 * Keeps a value across a reload that the customer did not ask for, or across the end of the session.
 * It is kept in this tab only and for this customer only.
 */
export function useSaveDraft(name: string | undefined, value: unknown): void {
  const customer = useSessionUser()?.id
  useEffect(() => {
    if (name === undefined) return
    const undo = saveDraftBeforeReload(() => saveDraft(name, customer, value))
    return () => void undo()
  }, [name, customer, value])
}

/** State that survives such a reload (see `useSaveDraft`). */
export function useDraftState<T>(name: string, start: T | (() => T)): [T, Dispatch<SetStateAction<T>>] {
  const restored = useRestoredDraft<T>(name)
  const state = useState<T>(restored ? () => restored.value as T : start)
  useSaveDraft(name, state[0])
  return state
}
