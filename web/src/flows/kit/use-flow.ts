import { type HistoryLocation, type RouterHistory, useNavigate, useRouter } from '@tanstack/react-router'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { m } from '#/copy'
import { removeDraft, saveDraft, useRestoredDraft, useSaveDraft } from '#/kit/draft-storage'
import type { FlowName } from '#/kit/flow-names'
import { mayLeave } from '#/kit/may-leave'
import { moveInHistory } from '#/platform/back'
import { LIVE_REQUEST_TOAST_MS, toast } from '#/platform/toast'
import type { DialogProps } from '#/shared/dialog-props'
import { sending } from '#/state/sending'
import { CREATED, type Flow, type FlowDefinition, type FlowDraft, type Leaving, PRODUCTS } from './define-flow'

interface Kept<Draft, Made> {
  draft: Draft
  /** The request has been raised, so nothing is lost by leaving. */
  made?: Made
  refusal?: { step: string; message: string; ticketId?: string; again?(): void }
}

/**
 * The step is in the URL. The choices are in a draft that lives as long as the flow is open. The draft
 * outlives only a reload that the customer did not ask for, and the end of the session (see `useSaver`).
 */
export function useFlow<Draft extends FlowDraft, Step extends string, Made>(
  definition: FlowDefinition<Draft, Step, Made>,
  dialog: DialogProps,
): Flow<Draft, Step, Made> {
  const { name, start, steps } = definition
  const restored = useRestoredDraft<Kept<Draft, Made>>(name)?.value
  const [state, setState] = useState<Kept<Draft, Made>>(() =>
    restored ? { ...restored, draft: { ...start, ...restored.draft } } : { draft: start },
  )
  const { draft, made, refusal } = state
  useSaveDraft(name, state)
  const navigate = useNavigate()
  const router = useRouter()
  const step = (dialog.step ?? PRODUCTS) as Step | typeof CREATED
  const opens = step === CREATED ? made !== undefined : step in steps && steps[step].opens(draft)
  useEffect(() => {
    if (opens) return
    const search = ({ requestType: _, requestStep: __, ...others }: Record<string, string | undefined>) => others
    void navigate({ to: '.', search, replace: true, ignoreBlocker: true })
  }, [opens, navigate])
  const shown = useRef(step)
  useEffect(() => {
    shown.current = step
  })
  const letGo = useRef(false)
  const isOpen = useIsOpen()
  const home = () => void navigate({ to: '/home', search: {}, replace: true })
  const show = (next: string) => {
    const requestStep = next === PRODUCTS ? undefined : next
    const go = () => navigate({ to: '.', search: (search) => ({ ...search, requestType: name, requestStep }) })
    return new Promise<void>((shown) => moveInHistory(router, () => shown(go())))
  }
  return {
    definition,
    step: opens ? step : undefined,
    draft,
    made,
    refusal: refusal?.step === step ? refusal.message : undefined,
    refusedFor: refusal?.step === step ? refusal.ticketId : undefined,
    tryAgain: refusal?.step === step ? refusal.again : undefined,
    change: useCallback(
      (part) => setState((was) => ({ ...was, draft: { ...was.draft, ...part }, refusal: undefined })),
      [],
    ),
    refuse: ({ message, step: mend = step as Step, change = {}, isToast, ticketId, again }) => {
      if (!isOpen.current) return
      // Back may have left the screen on which it would stand.
      const isElsewhere = mend === step && shown.current !== step
      if (message && (isToast || isElsewhere)) toast.error(message)
      const why = message && !isToast ? { step: mend, message, ticketId, again } : undefined
      setState((was) => ({ ...was, draft: { ...was.draft, ...change }, refusal: why }))
      if (mend !== step) void show(mend)
    },
    go: (next) => {
      if (isOpen.current) void show(next)
    },
    back: dialog.onBack,
    finish: async (answer) => {
      if (!isOpen.current) return
      setState(({ draft: sent }) => ({ draft: sent, made: answer }))
      await show(CREATED)
      setState({ draft: start, made: answer })
    },
    close: made === undefined ? dialog.onClose : home,
    leave: (how = dialog.onClose) => {
      if (!mayLeave()) return
      letGo.current = true
      if (draft.takenBack)
        toast.success(m.flows_taken_back({ requests: draft.takenBack.join(', ') }), {
          durationMs: LIVE_REQUEST_TOAST_MS,
        })
      how()
    },
    leaving: useLeaving(name, made === undefined && draft !== start, letGo),
  }
}

function useIsOpen(): RefObject<boolean> {
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return isOpen
}

/** A move through the history that waits for the customer's answer. */
interface Move {
  action: string
  to: HistoryLocation
}

/**
 * Asks once before a customer's choices are lost. The move is undone first and made again if they agree,
 * because the question has a history entry of its own, which Back takes.
 */
function useLeaving(name: string, dirty: boolean, letGo: RefObject<boolean>): Leaving | undefined {
  const router = useRouter()
  const [asked, setAsked] = useState<Move>()
  useEffect(() => {
    if (!dirty) return
    return router.history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action, nextLocation: to }) => {
        const { requestType } = router.options.parseSearch(to.search) as { requestType?: string }
        // While something is being sent, `mayLeave` holds the flow, and there is nothing to ask.
        if (letGo.current || sending.isUnderWay() || requestType === name) return false
        if (action === 'PUSH' || action === 'REPLACE') setAsked({ action, to })
        else window.addEventListener('popstate', () => setAsked({ action, to }), { once: true }) // once Back is undone
        return true
      },
    })
  }, [router, name, dirty, letGo])
  if (!asked) return undefined
  return {
    proceed: () => moveInHistory(router, () => makeMove(router.history, asked)),
    reset: () => setAsked(undefined),
  }
}

function makeMove(history: RouterHistory, { action, to }: Move): void {
  const decided = { ignoreBlocker: true }
  if (action === 'PUSH') history.push(to.href, to.state, decided)
  else if (action === 'REPLACE') history.replace(to.href, to.state, decided)
  else history.go(to.state.__TSR_index - history.location.state.__TSR_index, decided)
}

/** Lets the flow that is opened next start with these items ticked and with the rest of this draft. */
export function handOver<Draft extends FlowDraft>(name: FlowName, customerId: number, draft: Draft): void {
  saveDraft(name, customerId, { draft })
}

/** Removes the draft that was handed over, because that flow is not opened next after all. */
export function takeBackDraft(name: FlowName, customerId: number): void {
  removeDraft(name, customerId)
}
