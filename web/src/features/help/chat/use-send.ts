import { useChanged } from '#/api/changed'
import { api } from '#/api/client'
import { NotAvailableError, RejectedError } from '#/api/errors'
import { unwrap } from '#/api/unwrap'
import { newId } from '#/shared/new-id'
import { chatOutbox, type Unsent } from '#/state/chat-outbox'

export type Said = Pick<Unsent, 'saying' | 'text' | 'image'>

/**
 * Sends a message, which stays in the outbox until the conversation shows it. Its
 * key makes every resend the same message. Without a response, the message is
 * marked as unsent and waits for the customer. Nothing on screen is blocked.
 */
export function useSend(customer: number) {
  const changed = useChanged()

  async function sendAgain({ problem: _, ...kept }: Unsent): Promise<void> {
    const message: Unsent = { ...kept, state: 'sending' }
    chatOutbox.put(message)
    try {
      await post(message)
      await changed('chat')
    } catch (error) {
      // The conversation may have shown in the meantime that the message arrived.
      if (!chatOutbox.get().some(({ key }) => key === message.key)) return
      const isRefused = error instanceof RejectedError || error instanceof NotAvailableError
      if (isRefused) chatOutbox.put({ ...message, state: 'refused', problem: error.message })
      else chatOutbox.put({ ...message, state: 'unsent' })
    }
  }

  const send = (what: Said) => void sendAgain({ ...what, key: newId(), customer, at: Date.now(), state: 'sending' })
  return { send, sendAgain: (message: Unsent) => void sendAgain(message) }
}

function post({ key, saying, text, image }: Unsent): Promise<unknown> {
  if (saying) return unwrap(api.POST('/api/Chatbots/sendQuickReply', { body: { key, saying } }))
  return unwrap(api.POST('/api/Chatbots/sendMessage', { body: { key, text, imageId: image?.id } }))
}
