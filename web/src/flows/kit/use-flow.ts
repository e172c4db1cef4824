import { useBlocker, useNavigate } from '@tanstack/react-router'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { FlowName } from '#/features/requests/model'
import { useSessionUser } from '#/platform/session'
import { toast } from '#/platform/toast'
import { saveDraftBeforeReload } from '#/platform/viewport-reload'
import type { DialogProps } from '#/shared/dialog-props'
import { CREATED, type Flow, type FlowDefinition, PRODUCTS } from './define-flow'

interface Kept<Draft, Made> {
  draft: Draft
  /** The request has been raised: nothing is lost by leaving. */
  made?: Made
  refusal?: { step: string; message: string; ticketId?: string }
}

/**
 * The step is in the address, what was chosen is in a draft that lives as long as the flow is open. Only the reload at
 * the width boundary keeps the draft, in session storage.
 */
export function useFlow<Draft extends object, Step extends string, Made>(
  definition: FlowDefinition<Draft, Step, Made>,
  dialog: DialogProps,
): Flow<Draft, Step, Made> {
  const { name, start, steps } = definition
  const [{ draft, made, refusal }, keep] = useKept<Draft, Made>(name, start)
  const navigate = useNavigate()
  const step = (dialog.step ?? PRODUCTS) as Step | typeof CREATED
  const opens = step === CREATED ? made !== undefined : step in steps && steps[step].opens(draft)
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
    definition,
    step: opens ? step : undefined,
    draft,
    made,
    refusal: refusal?.step === step ? refusal.message : undefined,
    refusedFor: refusal?.step === step ? refusal.ticketId : undefined,
    change: useCallback(
      (part) => keep((kept) => ({ ...kept, draft: { ...kept.draft, ...part }, refusal: undefined })),
      [keep],
    ),
    refuse: ({ message, step: mend = step as Step, change = {}, quiet, ticketId }) => {
      if (message && !quiet) toast.error(message)
      const why = message ? { step: mend, message, ticketId } : undefined
      keep((kept) => ({ ...kept, draft: { ...kept.draft, ...change }, refusal: why }))
      if (mend !== step) void show(mend)
    },
    go: (next) => void show(next),
    back: dialog.onBack,
    finish: async (answer) => {
      keep(({ draft: sent }) => ({ draft: sent, made: answer }))
      await show(CREATED)
      keep({ draft: start, made: answer })
    },
    close: made === undefined ? dialog.onClose : home,
    leave: (how = dialog.onClose) => {
      letGo.current = true
      how()
    },
    leaving: useLeaving(name, made === undefined && draft !== start, letGo),
  }
}

/** Whoever has chosen something is asked once before it is lost. */
function useLeaving(name: string, dirty: boolean, letGo: RefObject<boolean>) {
  const shouldBlockFn = useCallback(
    ({ next }: { next: { search: object } }) =>
      !letGo.current && (next.search as { requestType?: string }).requestType !== name,
    [name, letGo],
  )
  return useBlocker({ shouldBlockFn, disabled: !dirty, enableBeforeUnload: false, withResolver: true })
}

function useKept<Draft extends object, Made>(name: string, start: Draft) {
  const customerId = useSessionUser()?.id
  const key = keyOf(name, customerId)
  const state = useState<Kept<Draft, Made>>(() => {
    const kept = read<Draft, Made>(key)
    return kept ? { ...kept, draft: { ...start, ...kept.draft } } : { draft: start }
  })
  const [kept] = state
  useEffect(() => forget(key), [key])
  useEffect(() => {
    const undo = saveDraftBeforeReload(() => write(key, kept))
    return () => void undo()
  }, [key, kept])
  return state
}

const keyOf = (name: string, customerId: number | undefined) => `draft:${name}:${customerId}`

/** Lets another flow, which is opened next, begin with these items ticked. */
export function handOver(name: FlowName, customerId: number | undefined, chosen: number[]): void {
  write(keyOf(name, customerId), { draft: { chosen } })
}

function read<Draft, Made>(key: string): Kept<Draft, Made> | undefined {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(key) ?? 'null') as Kept<Draft, Made> | null
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
