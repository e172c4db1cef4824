import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type MandateCards, mandateCardsQuery, type PaymentOption } from '#/api/auto-debit'
import { useChanged } from '#/api/changed'
import { useAppConfig } from '#/api/config'
import { useCustomerId } from '#/api/customer'
import { NetworkError, refusalOf } from '#/api/errors'
import { getLocale, m } from '#/copy'
import { mandateGateway } from '#/features/payments/gateway-choices'
import type { MandateBegun, MandateGateway } from '#/features/payments/mandates'
import {
  listenForPayment,
  openPaymentWindow,
  type PaymentMessage,
  type PaymentWindow,
  payPageUrl,
} from '#/features/payments/payment-window'
import { WINDOW_POLL_MS } from '#/features/payments/polling'
import { useBackCloses } from '#/platform/back'
import { leave } from '#/platform/leave'
import { reportError } from '#/platform/reporter'
import { timing } from '#/platform/timing'
import { toast } from '#/platform/toast'
import { keyOf } from './model'

/** Why nothing is set up, or is not known to be. */
export interface Trouble {
  title: string
  text: string
}

/** Somebody is confirming a mandate at the gateway. */
interface AtGateway {
  begun: MandateBegun
  popup?: PaymentWindow
  /** What there was before, by which something new is seen. */
  known: readonly string[]
}

type Phase =
  | { at: 'idle'; trouble?: Trouble }
  | { at: 'starting' }
  | { at: 'frame'; begun: MandateBegun }
  | { at: 'window' }
  | { at: 'confirming' }

const idOf = (cards: MandateCards | undefined) => (cards?.cards ?? []).map(keyOf)

/**
 * Sets auto debit up at a gateway. What the gateway's page says is handed to the server, which alone decides; without a
 * word the cards are asked for, where one that was confirmed has appeared.
 */
export function useSetUp(onAdded: () => void) {
  const customer = useCustomerId()
  const { payOrigin } = useAppConfig()
  const queries = useQueryClient()
  const changed = useChanged()
  const [phase, setPhase] = useState<Phase>({ at: 'idle' })
  const open = useRef<AtGateway>(undefined)
  useEffect(
    () => () => {
      open.current?.popup?.close()
      open.current = undefined
    },
    [],
  )
  const { mutateAsync: begin } = useMutation({
    mutationFn: ({ gateway, method }: { gateway: MandateGateway; method: string }) => gateway.begin(method),
  })
  const { mutateAsync: capture } = useMutation({
    mutationFn: async ({ begun, message }: { begun: MandateBegun; message: PaymentMessage }) => begun.capture(message),
  })
  const cards = () => queries.getQueryData<MandateCards>(mandateCardsQuery(customer).queryKey)

  const end = async (message?: PaymentMessage) => {
    const ended = open.current
    if (!ended) return
    open.current = undefined
    ended.popup?.close()
    setPhase({ at: 'confirming' })
    const proved = message?.outcome === 'success' ? await attempt(capture({ begun: ended.begun, message })) : undefined
    await changed('auto-debit', 'dashboard')
    if (proved?.answer?.success || idOf(cards()).some((id) => !ended.known.includes(id))) {
      setPhase({ at: 'idle' })
      toast.success(m.easy_payment_set_done())
      return onAdded()
    }
    const { told, ...trouble } = troubleOf(message, proved?.error, proved?.answer?.message)
    if (told) toast.error(trouble.title)
    setPhase({ at: 'idle', trouble })
  }

  const openPage = (begun: MandateBegun, gateway: MandateGateway, popup?: PaymentWindow) => {
    const now = { begun, popup, known: idOf(cards()) }
    open.current = now
    if (gateway.checkout === 'frame') return setPhase({ at: 'frame', begun })
    setPhase({ at: 'window' })
    const url = payPageUrl(begun.uniqueId, payOrigin, getLocale())
    if (!popup) return leave.to(url)
    popup.go(url)
    void watch(popup, payOrigin, () => open.current === now, end)
  }

  /** Call it inside the click: it may open a window. */
  const start = async (option: PaymentOption) => {
    if (phase.at !== 'idle') return
    setPhase({ at: 'starting' })
    const gateway = mandateGateway(option.gateway)
    const popup = gateway?.checkout === 'window' ? openPaymentWindow(option.name) : undefined
    try {
      if (!gateway) throw new Error(`auto debit cannot be set up at ${option.gateway}`)
      const begun = await begin({ gateway, method: option.paymentMethod })
      if (!begun.uniqueId) throw new Error('the mandate has no page')
      openPage(begun, gateway, popup)
    } catch (error) {
      popup?.close()
      reportError(error, { place: 'auto debit start' })
      const title = refusalOf(error) ?? m.payments_gateway_failed()
      toast.error(title)
      setPhase({ at: 'idle', trouble: { title, text: m.easy_payment_failed_text() } })
    }
  }

  useBackCloses(phase.at === 'frame' || phase.at === 'window', () => void end())
  return {
    phase,
    payOrigin,
    start,
    /** The gateway's page has said something, or the person has left it. */
    end: (message?: PaymentMessage) => void end(message),
    /** What went wrong is about another way than the one that is chosen now. */
    forget: () => setPhase((now) => (now.at === 'idle' ? { at: 'idle' } : now)),
  }
}

async function attempt<T>(call: Promise<T>): Promise<{ answer?: T; error?: unknown }> {
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

/** `told`: it is news, beside what stands on the screen. */
function troubleOf(message: PaymentMessage | undefined, error: unknown, why?: string): Trouble & { told: boolean } {
  const failed = { title: m.easy_payment_add_failed(), told: true }
  switch (message?.outcome) {
    case 'success':
      // Without an answer it may be set up all the same.
      if (error instanceof NetworkError) return { ...failed, text: m.easy_payment_unknown_text() }
      if (error || why) return { ...failed, text: refusalOf(error) ?? (why || m.easy_payment_failed_text()) }
      return { title: m.easy_payment_left_title(), text: m.easy_payment_unknown_text(), told: false }
    case 'failed':
      return { ...failed, text: m.easy_payment_failed_text() }
    case 'error':
      return { title: m.payments_gateway_failed(), text: m.easy_payment_failed_text(), told: true }
    default:
      return { title: m.easy_payment_left_title(), text: m.easy_payment_left_text(), told: false }
  }
}
