import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Captured, checkMandate, type MandateCards, mandateCardsQuery, type PaymentOption } from '#/api/auto-debit'
import { useChanged } from '#/api/changed'
import { useAppConfig } from '#/api/config'
import { useCustomerId } from '#/api/customer'
import { ApiError, NetworkError, refusalOf } from '#/api/errors'
import { getLocale, m } from '#/copy'
import { useBackCloses } from '#/platform/back'
import { leave } from '#/platform/leave'
import { reportError } from '#/platform/reporter'
import { timing } from '#/platform/timing'
import { toast } from '#/platform/toast'
import { readSession } from '#/state/session'
import { mandateGateway } from './gateway-choices'
import type { MandateGateway, StartedMandate } from './mandates'
import { listenForPayment, openPaymentWindow, type PaymentMessage, type PaymentWindow } from './payment-window'
import { WINDOW_POLL_MS } from './polling'

/** Why auto debit is not set up, or why nobody knows yet. */
interface SetUpError {
  title: string
  text: string
}

/** The gateway was asked for its page. A window may already be open and wait for that page. */
interface Starting {
  popup?: PaymentWindow
}

/** The customer is confirming a mandate at the gateway. */
interface AtGateway {
  begun: StartedMandate
  popup?: PaymentWindow
}

export type SetUpPhase =
  | { at: 'idle'; error?: SetUpError }
  | { at: 'starting' }
  | { at: 'frame'; src: string }
  | { at: 'window' }
  | { at: 'confirming' }

/** The status of one of the listed mandates. Undefined if it is not listed, because its bank has not got it. */
const statusOf = (cards: MandateCards | undefined, { cardId }: StartedMandate) =>
  cards?.cards.find((card) => card.cardId === cardId)?.status

/** The server refuses to begin again: the bank is still deciding, or has just confirmed. */
const begunBefore: readonly unknown[] = ['mandate.at_bank', 'mandate.just_confirmed']

/**
 * Sets up auto debit at a gateway. The gateway's page sends its result, and only the server decides what the
 * result proves. Without a result, the server asks the bank. `onWaiting` is called when the bank has yet to decide.
 */
export function useSetUp(onAdded: () => void, onWaiting?: () => void) {
  const customer = useCustomerId()
  const { payOrigin } = useAppConfig()
  const queries = useQueryClient()
  const changed = useChanged()
  const [phase, setPhase] = useState<SetUpPhase>({ at: 'idle' })
  const starting = useRef<Starting>(undefined)
  const open = useRef<AtGateway>(undefined)
  /** The set-up whose answer the customer still waits for. Answers of earlier set-ups may still arrive. */
  const awaited = useRef<AtGateway>(undefined)
  /** The last set-up that ended undecided. A late yes of the bank still changes the screen. */
  const undecided = useRef<StartedMandate>(undefined)
  useEffect(
    () => () => {
      starting.current?.popup?.close()
      starting.current = undefined
      // If the session has ended, leave the bank's window open.
      // A mandate that is approved there is active after the next sign-in.
      if (readSession().status === 'ready') open.current?.popup?.close()
      open.current = undefined
      awaited.current = undefined
    },
    [],
  )
  const { mutateAsync: begin } = useMutation({
    mutationFn: ({ gateway, method }: { gateway: MandateGateway; method: string }) => gateway.begin(method),
    // This call changes nothing: the customer still has to approve the mandate on the gateway's page.
    meta: { asks: true },
  })
  const { mutateAsync: capture } = useMutation({
    mutationFn: async ({ begun, message }: { begun: StartedMandate; message: PaymentMessage }) =>
      begun.capture(message),
  })
  const { mutateAsync: ask } = useMutation({ mutationFn: checkMandate, meta: { asks: true } })
  const query = mandateCardsQuery(customer)
  // Keep this query active on every screen that sets up auto debit, so that changes refetch it.
  const { data: listed } = useQuery(query)
  const cards = () => queries.getQueryData<MandateCards>(query.queryKey)

  const succeed = () => {
    toast.success(m.payments_mandate_set_done())
    onAdded()
  }

  const end = async (message?: PaymentMessage) => {
    const ended = open.current
    if (!ended) return
    open.current = undefined
    awaited.current = ended
    ended.popup?.close()
    setPhase({ at: 'confirming' })
    const proved = message?.outcome === 'success' ? await attempt(capture({ begun: ended.begun, message })) : undefined
    const asked = proved?.answer ? undefined : await attempt(ask(ended.begun.cardId))
    const answer = proved?.answer ?? asked?.answer
    await changed('auto-debit', 'dashboard')
    const isAwaited = awaited.current === ended
    // A customer who stopped waiting may have started something else. Do not overwrite the phase of that.
    const show = (error?: SetUpError) =>
      setPhase((now) => (isAwaited || now.at === 'idle' ? { at: 'idle', error } : now))
    const status = statusOf(cards(), ended.begun)
    if (answer?.success || status === 'confirmed') {
      show()
      return isAwaited ? succeed() : void toast.success(m.payments_mandate_set_done())
    }
    undecided.current = ended.begun
    if (status === 'initiated' && isAwaited && onWaiting) {
      show()
      return onWaiting()
    }
    const { isNews, ...error } = errorOf(message, { answer, error: proved?.error })
    // A customer who still waits reads the error on screen. Everybody else needs a toast.
    if (isNews && !isAwaited) toast.error(error.title)
    show(error)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only new data of the server brings a late yes
  useEffect(() => {
    const late = open.current?.begun ?? undecided.current
    if (!late || statusOf(listed, late) !== 'confirmed') return
    if (open.current) return void end()
    undecided.current = undefined
    setPhase((now) => (now.at === 'idle' ? { at: 'idle' } : now))
    succeed()
  }, [listed])

  const stopWaiting = () => {
    awaited.current = undefined
    setPhase({ at: 'idle', error: notKnown() })
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

  /** Call this inside the click handler, because it may open a window. */
  const start = async (option: PaymentOption) => {
    if (phase.at !== 'idle') return
    setPhase({ at: 'starting' })
    undecided.current = undefined
    const gateway = mandateGateway(option.gateway)
    const popup = gateway?.checkout === 'window' ? openPaymentWindow(option.name) : undefined
    const now: Starting = { popup }
    starting.current = now
    const isWanted = () => starting.current === now
    try {
      if (!gateway) throw new Error(`auto debit cannot be set up at ${option.gateway}`)
      const begun = await begin({ gateway, method: option.paymentMethod })
      if (!begun.pageUrl) throw new Error('the mandate has no page')
      if (isWanted()) openPage(gateway, { begun, popup })
    } catch (error) {
      popup?.close()
      reportError(error, { place: 'auto debit start' })
      if (!isWanted()) return
      starting.current = undefined
      const title = refusalOf(error) ?? m.payments_gateway_failed()
      const isBegun = error instanceof ApiError && begunBefore.includes(error.extra.code)
      if (isBegun) await changed('auto-debit', 'dashboard')
      if (isBegun && onWaiting) {
        setPhase({ at: 'idle' })
        return onWaiting()
      }
      setPhase({ at: 'idle', error: { title, text: isBegun ? '' : m.payments_mandate_failed_text() } })
    }
  }

  /** Cancels before the gateway has a page. A page that arrives later is not opened. */
  const giveUp = () => {
    starting.current?.popup?.close()
    starting.current = undefined
    setPhase({ at: 'idle', error: left() })
  }

  const isAtGateway = phase.at === 'frame' || phase.at === 'window'
  useBackCloses(isAtGateway || phase.at === 'starting', () => (isAtGateway ? void end() : giveUp()))
  return {
    phase,
    payOrigin,
    start,
    /** The gateway's page reported a result, or the customer left it. */
    end: (message?: PaymentMessage) => void end(message),
    /** Stops waiting for the confirmation, which goes on. A toast may report the result later. */
    stopWaiting,
    /** Clears the error: it is about another way to set up auto debit than the one chosen now. */
    forget: () => setPhase((now) => (now.at === 'idle' ? { at: 'idle' } : now)),
  }
}

interface Attempt {
  answer?: Captured
  error?: unknown
}

/** Asks the server how a mandate stands, with a proof or without. */
async function attempt(call: Promise<Captured | undefined>): Promise<Attempt> {
  try {
    return { answer: await call }
  } catch (error) {
    reportError(error, { place: 'capture mandate' })
    return { error }
  }
}

/** The return page reports at once. A window that the customer simply closes is noticed by polling. */
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

const notKnown = (): SetUpError => ({ title: m.payments_mandate_left_title(), text: m.payments_mandate_unknown_text() })

const left = (): SetUpError => ({ title: m.payments_mandate_left_title(), text: m.payments_mandate_left_text() })

/** With `isNews`, the error is news and is also told to a customer who no longer waits on this screen. */
function errorOf(message: PaymentMessage | undefined, known: Attempt): SetUpError & { isNews: boolean } {
  const failed = { title: m.payments_mandate_add_failed(), isNews: true }
  switch (message?.outcome) {
    case 'success':
      return { ...notKnown(), isNews: false, ...refused(known) }
    case 'failed':
      return { ...failed, text: m.payments_mandate_failed_text() }
    case 'error':
      return { ...failed, title: m.payments_gateway_failed(), text: m.payments_mandate_failed_text() }
    default:
      return { ...left(), isNews: false }
  }
}

/** The error that the server reported. It is empty while the bank may still confirm the mandate. */
function refused({ answer, error }: Attempt): Partial<ReturnType<typeof errorOf>> {
  const failed = { title: m.payments_mandate_add_failed(), isNews: true }
  // Without an answer the mandate may still be set up, so the text stays "not known".
  if (error instanceof NetworkError) return failed
  if (error) return { ...failed, text: refusalOf(error) ?? m.payments_mandate_failed_text() }
  if (!answer || answer.success || answer.card.status === 'initiated') return {}
  return { ...failed, text: m.payments_mandate_failed_text() }
}
