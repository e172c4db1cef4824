import { useBlocker, useNavigate } from '@tanstack/react-router'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useSessionUser } from '#/platform/session'
import { saveDraftBeforeReload } from '#/platform/viewport-reload'
import type { DialogProps } from '#/shared/dialog-props'
import type { FlowName } from './model'

/** The first screen of every request; the address names the later ones only. */
export const PRODUCTS = 'products'
export const CREATED = 'request-created-successfully'

/** One screen of a flow. */
export interface FlowStep<Draft> {
  /** Its place in "Step N of M", or percent of a relocation. */
  progress: number
  /** Whether the draft holds what the screen is about; without it the flow is closed. */
  opens(draft: Draft): boolean
}

export interface FlowSetting<Draft extends object, Step extends string> {
  name: FlowName
  /** The draft before anything was chosen; the same object each time. */
  start: Draft
  steps: Record<Step, FlowStep<Draft>>
  dialog: DialogProps
}

interface Kept<Draft> {
  draft: Draft
  /** The request has been raised: nothing is lost by leaving. */
  finished: boolean
}

/**
 * Where a request flow stands: its step is in the address, what was chosen is in a draft that lives as long as the
 * flow is open. Only the reload at the width boundary keeps the draft, in session storage.
 */
export function useFlow<Draft extends object, Step extends string>(setting: FlowSetting<Draft, Step>) {
  const { name, start, steps, dialog } = setting
  const [{ draft, finished }, keep] = useKept(name, start)
  const navigate = useNavigate()
  const step = (dialog.step ?? PRODUCTS) as Step
  const opens = step in steps && steps[step].opens(draft)
  useEffect(() => {
    if (opens) return
    const search = ({ requestType: _, requestStep: __, ...others }: Record<string, string | undefined>) => others
    void navigate({ to: '.', search, replace: true, ignoreBlocker: true })
  }, [opens, navigate])
  const letGo = useRef(false)
  const home = () => void navigate({ to: '/home', search: {}, replace: true })
  const show = (next: string) => {
    const requestStep = next === PRODUCTS ? undefined : next
    return navigate({ to: '.', search: (search) => ({ ...search, requestType: name, requestStep }) })
  }
  return {
    /** The screen to draw; none while the address names one that the draft cannot fill. */
    step: opens ? step : undefined,
    draft,
    change: useCallback(
      (part: Partial<Draft>) => keep((kept) => ({ ...kept, draft: { ...kept.draft, ...part } })),
      [keep],
    ),
    /** Shows another screen; the browser's Back comes back. */
    go: (next: Step) => void show(next),
    /** The request has been raised: only this is left of the draft, so that Back cannot raise it again. */
    finish: async (made: Partial<Draft>) => {
      keep(({ draft: sent }) => ({ draft: { ...sent, ...made }, finished: true }))
      await show(CREATED)
      keep({ draft: { ...start, ...made }, finished: true })
    },
    /** What the close button does: once the request is raised it leads home. */
    close: finished ? home : dialog.onClose,
    /** Leaves without asking: the person has just said so on the screen. */
    leave: (how: () => void = dialog.onClose) => {
      letGo.current = true
      how()
    },
    leaving: useLeaving(name, !finished && draft !== start, letGo),
  }
}

/** Whoever has chosen something is asked once before it is lost. */
function useLeaving(name: FlowName, dirty: boolean, letGo: RefObject<boolean>) {
  const shouldBlockFn = useCallback(
    ({ next }: { next: { search: object } }) =>
      !letGo.current && (next.search as { requestType?: string }).requestType !== name,
    [name, letGo],
  )
  return useBlocker({ shouldBlockFn, disabled: !dirty, enableBeforeUnload: false, withResolver: true })
}

/** The question that stands between a flow and leaving it. */
export type Leaving = ReturnType<typeof useLeaving>

function useKept<Draft extends object>(name: FlowName, start: Draft) {
  const customerId = useSessionUser()?.id
  const key = `draft:${name}:${customerId}`
  const state = useState<Kept<Draft>>(() => read<Draft>(key) ?? { draft: start, finished: false })
  const [kept] = state
  useEffect(() => forget(key), [key])
  useEffect(() => {
    const undo = saveDraftBeforeReload(() => write(key, kept))
    return () => void undo()
  }, [key, kept])
  return state
}

function read<Draft>(key: string): Kept<Draft> | undefined {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(key) ?? 'null') as Kept<Draft> | null
    return typeof kept?.draft === 'object' ? kept : undefined
  } catch {
    return undefined
  }
}

function write(key: string, kept: object): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // The flow then starts again.
  }
}

function forget(key: string): void {
  try {
    window.sessionStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}
