import { m } from '#/copy'
import { formatDay } from '#/kit/dates'
import { formatRupees } from '#/shared/money'
import type { ChatMessage } from './queries'

type Saying = NonNullable<ChatMessage['saying']>

type Dues = Pick<
  ChatMessage,
  'due' | 'deposit' | 'debit' | 'debitOn' | 'isRetry' | 'promised' | 'promisedBy' | 'paidUntil'
>

/** What is due, how much of it auto debit pays or was promised, the deposit, and rent in advance. */
function dues({ due, debit, debitOn, isRetry, deposit, promised, promisedBy, paidUntil }: Dues): string {
  const debited = isRetry ? m.help_debit_again : m.help_debit
  const parts = [
    due && m.help_dues({ amount: formatRupees(due) }),
    debit && debitOn && debited({ amount: formatRupees(debit), day: formatDay(debitOn) ?? debitOn }),
    promised && m.kit_promised({ amount: formatRupees(promised), date: formatDay(promisedBy) ?? '' }),
    deposit && m.help_deposit({ amount: formatRupees(deposit) }),
    until({ paidUntil }),
  ]
  return parts.filter(Boolean).join(' ')
}

const until = ({ paidUntil }: Pick<Dues, 'paidUntil'>) =>
  paidUntil && m.easy_payment_advance_until({ date: formatDay(paidUntil) ?? '' })

/** The fixed phrases, in the language of the screen. */
const words: Record<Saying, (message: Dues) => string> = {
  ask_dues: m.help_ask_dues,
  ask_requests: m.help_ask_requests,
  ask_person: m.help_ask_person,
  ask_area: m.help_ask_area,
  dues,
  no_dues: (message) => [m.help_no_dues(), until(message)].filter(Boolean).join(' '),
  requests: m.help_requests,
  no_requests: m.help_no_requests,
  handed_over: m.help_handed_over,
  which_area: m.help_which_area,
  closed: m.help_closed,
  reopened: m.help_reopened,
}

/**
 * An installed app may be older than the server. It then shows nothing for a phrase that it does not know.
 */
export function said(message: Pick<ChatMessage, 'saying' | 'text'> & Dues): string {
  if (!message.saying) return message.text ?? ''
  return (words[message.saying] as (typeof words)[Saying] | undefined)?.(message) ?? ''
}
