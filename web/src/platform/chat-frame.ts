/** Who the customer is at the chat provider, with no more data than it needs. */
export interface ChatIdentity {
  /** An id that does not reveal who the customer is. */
  id: string
  authCode: string
  proof?: string
  /** The first name, with which the provider's agents address the customer. */
  name: string
  language: string
}

/** How long the provider's window may take to open, in milliseconds. */
const READY_MS = 30_000

/**
 * A chat provider's window on a separate page, served by our own server. The provider's script never runs in
 * this document. `opened` resolves once the window is open. `close` signs the customer out of it.
 */
export function openChatFrame(
  element: HTMLElement,
  { address, title, identity, launch }: { address: string; title: string; identity: ChatIdentity; launch?: string },
): { opened: Promise<void>; close(): void } {
  const frame = document.createElement('iframe')
  frame.src = address
  frame.title = title
  frame.className = 'size-full border-0'
  const { port1: channel, port2: theirs } = new MessageChannel()
  let timer: number | undefined
  const close = () => {
    window.clearTimeout(timer)
    channel.postMessage({ close: true })
    channel.close()
    frame.remove()
  }
  const opened = new Promise<void>((resolve, reject) => {
    timer = window.setTimeout(() => reject(new Error('The chat did not get ready.')), READY_MS)
    channel.onmessage = ({ data }: MessageEvent<{ ready?: true; failed?: string }>) => {
      window.clearTimeout(timer)
      if (data.ready) resolve()
      else reject(new Error(data.failed))
    }
  })
  // The page is isolated, so it has no origin to name as target. The identity is valid for 15 minutes only.
  frame.onload = () => frame.contentWindow?.postMessage({ type: 'rento:chat', identity, launch }, '*', [theirs])
  element.append(frame)
  return { opened, close }
}
