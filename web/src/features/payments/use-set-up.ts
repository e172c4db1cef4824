import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Captured, keyOf, type MandateCards, mandateCardsQuery, type PaymentOption } from '#/api/auto-debit'
import { useChanged } from '#/api/changed'
import { useAppConfig } from '#/api/config'
import { useCustomerId } from '#/api/customer'
import { NetworkError, refusalOf } from '#/api/errors'
import { getLocale, m } from '#/copy'
import { useBackCloses } from '#/platform/back'
import { leave } from '#/platform/leave'
import { reportError } from '#/platform/reporter'
import { timing } from '#/platform/timing'
import { toast } from '#/platform/toast'
import { readSession } from '#/state/session'
import { mandateGateway } from './gateway-choices'
import type { MandateBegun, MandateGateway } from './mandates'
import { listenForPayment, openPaymentWindow, type PaymentMessage, type PaymentWindow } from './payment-window'
import { WINDOW_POLL_MS } from './polling'

/** Why nothing is set up, or is not known to be. */
interface Trouble {
  title: string
  text: string
}

/** The gateway is asked for its page, for which a window may wait. */
interface Starting {
  popup?: PaymentWindow
}

/** Somebody is confirming a mandate at the gateway. */
interface AtGateway {
  begun: MandateBegun
  popup?: PaymentWindow
  /** What there was before, by which something new is seen. */
  known?: readonly string[]
}

export type SetUpPhase =
  | { at: 'idle'; trouble?: Trouble }
  | { at: 'starting' }
  | { at: 'frame'; src: string }
  | { at: 'window' }
  | { at: 'confirming' }

/** Those that the bank has confirmed. */
const confirmed = (cards: MandateCards | undefined) =>
  (cards?.cards ?? []).filter(({ status }) => status === 'confirmed').map(keyOf)

/**
 * Sets auto debit up at a gateway. What the gateway's page says is handed to the server, which alone decides; without a
 * word the cards are asked for, where one that was confirmed has appeared.
 */
export function useSetUp(onAdded: () => void) {
  const customer = useCustomerId()
  const { payOrigin } = useAppConfig()
  const queries = useQueryClient()
  const changed = useChanged()
  const [phase, setPhase] = useState<SetUpPhase>({ at: 'idle' })
  const starting = useRef<Starting>(undefined)
  const open = useRef<AtGateway>(undefined)
  /** Of several answers, the one that somebody still waits for. */
  const awaited = useRef<AtGateway>(undefined)
  useEffect(
    () => () => {
      starting.current?.popup?.close()
      starting.current = undefined
      // Whoever is thrown out goes on at the bank: what is approved there is active once they have signed in again.
      if (readSession().status === 'ready') open.current?.popup?.close()
      open.current = undefined
      awaited.current = undefined
    },
    [],
  )
  const { mutateAsync: begin } = useMutation({
    mutationFn: ({ gateway, method }: { gateway: MandateGateway; method: string }) => gateway.begin(method),
    // Nothing is set up until somebody approves it on the gateway's page.
    meta: { asks: true },
  })
  const { mutateAsync: capture } = useMutation({
    mutationFn: async ({ begun, message }: { begun: MandateBegun; message: PaymentMessage }) => begun.capture(message),
  })
  const query = mandateCardsQuery(customer)
  // On every screen that sets it up, so that it is asked for anew when something has changed.
  useQuery(query)
  const cards = () => queries.getQueryData<MandateCards>(query.queryKey)

  const end = async (message?: PaymentMessage) => {
    const ended = open.current
    if (!ended) return
    open.current = undefined
    awaited.current = ended
    ended.popup?.close()
    setPhase({ at: 'confirming' })
    const proved = message?.outcome === 'success' ? await attempt(capture({ begun: ended.begun, message })) : undefined
    await changed('auto-debit', 'dashboard')
    const isAwaited = awaited.current === ended
    // Whoever has stopped waiting may be elsewhere by now: what stands there has changed all the same.
    const show = (trouble?: Trouble) =>
      setPhase((now) => (isAwaited || now.at === 'idle' ? { at: 'idle', trouble } : now))
    if (proved?.answer?.success || confirmed(cards()).some((id) => ended.known?.includes(id) === false)) {
      show()
      toast.success(m.payments_mandate_set_done())
      return isAwaited ? onAdded() : undefined
    }
    const { told, ...trouble } = troubleOf(message, proved)
    // Whoever still waits reads it where they are.
    if (told && !isAwaited) toast.error(trouble.title)
    show(trouble)
  }

  const stopWaiting = () => {
    awaited.current = undefined
    setPhase({ at: 'idle', trouble: notKnown() })
  }

  const openPage = (gateway: MandateGateway, now: AtGateway) => {
    const { begun, popup } = now
    starting.current = undefined
    open.current = now
    const src = `${begun.pageUrl}?lang=${getLocale()}`
    if (gateway.checkout === 'frame') return setPhase({ at: 'frame', src })
    setPhase({ at: 'window' })
    if (!popup) return leave.to(src)
    popup.go(src)
    void watch(popup, payOrigin, () => open.current === now, end)
  }

  /** Call it inside the click: it may open a window. */
  const start = async (option: PaymentOption) => {
    if (phase.at !== 'idle') return
    setPhase({ at: 'starting' })
    const gateway = mandateGateway(option.gateway)
    const popup = gateway?.checkout === 'window' ? openPaymentWindow(option.name) : undefined
    const now: Starting = { popup }
    starting.current = now
    const isWanted = () => starting.current === now
    try {
      if (!gateway) throw new Error(`auto debit cannot be set up at ${option.gateway}`)
      const held = queries.ensureQueryData(query).then(confirmed, () => undefined)
      const begun = await begin({ gateway, method: option.paymentMethod })
      if (!begun.pageUrl) throw new Error('the mandate has no page')
      const known = await held
      if (isWanted()) openPage(gateway, { begun, popup, known })
    } catch (error) {
      popup?.close()
      reportError(error, { place: 'auto debit start' })
      if (!isWanted()) return
      starting.current = undefined
      const title = refusalOf(error) ?? m.payments_gateway_failed()
      setPhase({ at: 'idle', trouble: { title, text: m.payments_mandate_failed_text() } })
    }
  }

  /** Before the gateway has a page: what it answers then opens nothing. */
  const giveUp = () => {
    starting.current?.popup?.close()
    starting.current = undefined
    setPhase({ at: 'idle', trouble: left() })
  }

  const isAtGateway = phase.at === 'frame' || phase.at === 'window'
  useBackCloses(isAtGateway || phase.at === 'starting', () => (isAtGateway ? void end() : giveUp()))
  return {
    phase,
    payOrigin,
    start,
    /** The gateway's page has said something, or the person has left it. */
    end: (message?: PaymentMessage) => void end(message),
    /** While it is being confirmed: it goes on, and what comes of it is told wherever the person is by then. */
    stopWaiting,
    /** What went wrong is about another way than the one that is chosen now. */
    forget: () => setPhase((now) => (now.at === 'idle' ? { at: 'idle' } : now)),
  }
}

interface Proved {
  answer?: Captured
  error?: unknown
}

async function attempt(call: Promise<Captured | undefined>): Promise<Proved> {
  try {
    return { answer: await call }
  } catch (error) {
    reportError(error, { place: 'capture mandate' })
    return { error }
  }
}

/** The page of return tells at once; a window that is simply closed is noticed too. */
async function watch(
  popup: PaymentWindow,
  payOrigin: string,
  isOpen: () => boolean,
  end: (message?: PaymentMessage) => Promise<void>,
): Promise<void> {
  const stopListening = listenForPayment(popup.owns, payOrigin, (message) => void end(message))
  while (isOpen() && !popup.isClosed()) await timing.pause(WINDOW_POLL_MS)
  stopListening()
  if (isOpen()) await end()
}

const notKnown = (): Trouble => ({ title: m.payments_mandate_left_title(), text: m.payments_mandate_unknown_text() })

const left = (): Trouble => ({ title: m.payments_mandate_left_title(), text: m.payments_mandate_left_text() })

/** `told`: it is news, beside what stands on the screen. */
function troubleOf(message: PaymentMessage | undefined, proved: Proved | undefined): Trouble & { told: boolean } {
  const failed = { title: m.payments_mandate_add_failed(), told: true }
  switch (message?.outcome) {
    case 'success':
      return { ...notKnown(), told: false, ...refused(proved) }
    case 'failed':
      return { ...failed, text: m.payments_mandate_failed_text() }
    case 'error':
      return { ...failed, title: m.payments_gateway_failed(), text: m.payments_mandate_failed_text() }
    default:
      return { ...left(), told: false }
  }
}

/** What the server says against it; nothing where the bank may still say yes. */
function refused({ answer, error }: Proved = {}): Partial<ReturnType<typeof troubleOf>> {
  const failed = { title: m.payments_mandate_add_failed(), told: true }
  // Without an answer it may be set up all the same.
  if (error instanceof NetworkError) return failed
  if (error) return { ...failed, text: refusalOf(error) ?? m.payments_mandate_failed_text() }
  if (!answer || answer.success || answer.card.status === 'initiated') return {}
  return { ...failed, text: m.payments_mandate_failed_text() }
}
