/** A gateway's page in a window of its own. It must be opened inside the click, or browsers block it. */
export interface PaymentWindow {
  go(url: string): void
  isClosed(): boolean
  close(): void
  /** Does a message come from this window? */
  owns(source: MessageEventSource | null): boolean
}

/** Undefined when the browser has refused to open a window. */
export function openPaymentWindow(title: string): PaymentWindow | undefined {
  const opened = window.open('about:blank', 'payment', 'width=480,height=720')
  if (!opened) return undefined
  opened.document.title = title
  return {
    go: (url) => opened.location.replace(url),
    isClosed: () => opened.closed,
    close: () => opened.close(),
    owns: (source) => source === opened,
  }
}

/** What our own return and pay pages tell the app. It is a hint: the server alone knows what was paid. */
export interface PaymentMessage {
  outcome: 'success' | 'failed' | 'dismissed' | 'error'
  razorpay_payment_id?: string
  razorpay_order_id?: string
  razorpay_signature?: string
  /** The signed word of a gateway that has one for payments and one for mandates. */
  transaction_response?: string
  mandate_response?: string
}

const outcomes: readonly string[] = ['success', 'failed', 'dismissed', 'error'] satisfies PaymentMessage['outcome'][]

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Reads a message of ours, or nothing: anybody can post anything to a window. */
export function readPaymentMessage(data: unknown): PaymentMessage | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const message = data as Record<string, unknown>
  if (message.type !== 'rento:payment' || !outcomes.includes(message.outcome as string)) return undefined
  return {
    outcome: message.outcome as PaymentMessage['outcome'],
    razorpay_payment_id: text(message.razorpay_payment_id),
    razorpay_order_id: text(message.razorpay_order_id),
    razorpay_signature: text(message.razorpay_signature),
    transaction_response: text(message.transaction_response),
    mandate_response: text(message.mandate_response),
  }
}

/** An isolated page has no origin of its own ("null"); otherwise it is this site or the configured pay origin. */
export function isPayOrigin(origin: string, payOrigin: string): boolean {
  return origin === 'null' || origin === window.location.origin || (payOrigin !== '' && origin === payOrigin)
}

/** Hears the pages that may speak about a payment; returns the undo. */
export function listenForPayment(
  isSender: (source: MessageEventSource | null) => boolean,
  payOrigin: string,
  onMessage: (message: PaymentMessage) => void,
): () => void {
  const hear = (event: MessageEvent) => {
    const message = isSender(event.source) && isPayOrigin(event.origin, payOrigin) && readPaymentMessage(event.data)
    if (message) onMessage(message)
  }
  window.addEventListener('message', hear)
  return () => window.removeEventListener('message', hear)
}

/** The address of the isolated page on which a gateway's checkout runs, in a language by its code. */
export function payPageUrl(uniqueId: string, payOrigin: string, language: string): string {
  return `${payOrigin}/pay/${encodeURIComponent(uniqueId)}?lang=${language}`
}
