/** A gateway's page in a separate window. Open it inside the click handler, or browsers block it. */
export interface PaymentWindow {
  go(url: string): void
  isClosed(): boolean
  close(): void
  /** Whether a message comes from this window. */
  owns(source: MessageEventSource | null): boolean
}

let current: Window | null = null

/**
 * Opens an empty window. Returns undefined if the browser refused to open one.
 * It is a new one each time: a window that shows a gateway's page cannot be written to. One that is still
 * open is closed.
 */
export function openPaymentWindow(title: string): PaymentWindow | undefined {
  current?.close()
  const opened = window.open('about:blank', '_blank', 'width=480,height=720')
  current = opened
  if (!opened) return undefined
  opened.document.title = title
  return {
    go: (url) => opened.location.replace(url),
    isClosed: () => opened.closed,
    close: () => opened.close(),
    owns: (source) => source === opened,
  }
}

/** The message that our return and pay pages post to the app. Only a hint: the server knows what was paid. */
export interface PaymentMessage {
  outcome: 'success' | 'failed' | 'dismissed' | 'error'
  razorpay_payment_id?: string
  razorpay_order_id?: string
  razorpay_signature?: string
  /** The signed response of a gateway that has one field for payments and one for mandates. */
  transaction_response?: string
  mandate_response?: string
}

const outcomes: readonly string[] = ['success', 'failed', 'dismissed', 'error'] satisfies PaymentMessage['outcome'][]

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Reads one of our messages. Returns undefined for anything else, because any page can post to a window. */
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

/** An isolated page has the origin "null". Any other must have this site's or the configured pay origin. */
export function isPayOrigin(origin: string, payOrigin: string): boolean {
  return origin === 'null' || origin === window.location.origin || (payOrigin !== '' && origin === payOrigin)
}

/** Listens to the pages that may report about a payment. Returns the function that stops listening. */
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

/** The URL of the isolated page on which a gateway's checkout runs. `language` is a language code. */
export function payPageUrl(uniqueId: string, payOrigin: string, language: string): string {
  return `${payOrigin}/pay/${encodeURIComponent(uniqueId)}?lang=${language}`
}
