import { m } from '#/copy'
import { formatRupees } from '#/shared/money'
import type { QuickReply } from './queries'

interface QuickRepliesProps {
  replies: QuickReply[]
  onAsk(saying: QuickReply['saying']): void
}

/**
 * Questions to ask with one press, at the end of the conversation. Each shows what is already known about it.
 */
export function QuickReplies({ replies, onAsk }: QuickRepliesProps) {
  if (replies.length === 0) return null
  return (
    <ul aria-label={m.help_quick_replies()} className="mt-auto flex flex-wrap gap-2 pt-4">
      {replies.map((reply) => (
        <li key={reply.saying}>
          <button
            type="button"
            onClick={() => onAsk(reply.saying)}
            className="min-h-11 rounded-full border border-control px-4 font-semibold text-brand-ink text-support hover:bg-brand-soft"
          >
            {label(reply)}
          </button>
        </li>
      ))}
    </ul>
  )
}

function label({ saying, due, requests }: QuickReply): string {
  if (saying === 'ask_dues') return due ? m.help_reply_dues({ amount: formatRupees(due) }) : m.help_reply_no_dues()
  if (saying === 'ask_requests') return m.help_reply_requests({ count: requests ?? 0 })
  return m.help_reply_person()
}
