import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { formatClock, formatDay } from '#/kit/dates'
import { PayButton } from '#/kit/PayButton'
import { UnlessDebitPending } from '#/kit/PendingDebitNote'
import { RequestStatus } from '#/kit/RequestStatus'
import { kindName } from '#/kit/request-kinds'
import { cx } from '#/shared/cx'
import { requestPayment } from '#/state/payment-request'
import type { ChatMessage } from './queries'
import { said } from './sayings'

interface MessageProps {
  message: ChatMessage
  /** Payment is offered only in the last message, and only while something is due. */
  mayPay: boolean
  /** The customer followed something that leads out of the chat. */
  onLeave(): void
}

export function Message({ message, mayPay, onLeave }: MessageProps) {
  const { due = 0, debit = 0, deposit = 0, isRetry } = message
  // After a failed debit, the customer may pay by hand before auto debit tries again.
  const isDue = due > debit || (isRetry && due > 0)
  const { data } = useDashboard()
  const type = isDue ? 'due' : 'deposit'
  const pay = () => {
    onLeave()
    requestPayment({ type, autoDebit: false })
  }
  return (
    <Bubble
      isOwn={message.author === 'customer'}
      author={authorOf(message)}
      foot={formatClock(message.at)}
      image={message.image?.url}
    >
      {said(message)}
      {message.requests && <Requests requests={message.requests} onLeave={onLeave} />}
      {mayPay && (isDue || deposit > 0) && (
        <div className="mt-2">
          <UnlessDebitPending type={type} data={data}>
            <PayButton compact onClick={pay}>
              {m.help_pay()}
            </PayButton>
          </UnlessDebitPending>
        </div>
      )}
    </Bubble>
  )
}

/** The author's name, for customers who cannot see on which side the message is. */
function authorOf({ author, by }: ChatMessage): string {
  if (author === 'customer') return m.help_you()
  if (author === 'assistant') return m.help_assistant()
  return by ? m.help_staff_name({ name: by }) : m.help_staff()
}

interface BubbleProps {
  isOwn: boolean
  author: string
  /** Below the bubble: the time, or the state of an unsent message. */
  foot: ReactNode
  image?: string
  children: ReactNode
}

export function Bubble({ isOwn, author, foot, image, children }: BubbleProps) {
  return (
    <div className={cx('grid max-w-[calc(100%-72px)] gap-1', isOwn ? 'ml-auto' : 'justify-self-start')}>
      <p className={isOwn ? 'visually-hidden' : 'px-1 text-label text-muted'}>{author}</p>
      <div
        className={cx(
          'w-fit min-w-0 wrap-anywhere whitespace-pre-wrap rounded-row px-3 py-2 text-support',
          isOwn ? 'ml-auto bg-brand text-on-brand' : 'bg-sunken',
        )}
      >
        {image && (
          <a href={image} target="_blank" rel="noreferrer" className="block pb-2">
            <img src={image} alt={m.help_picture()} className="max-h-[30dvh] rounded-chip" />
          </a>
        )}
        {children}
      </div>
      <div className={cx('px-1 text-label text-muted', isOwn && 'ml-auto text-right')}>{foot}</div>
    </div>
  )
}

function Requests({ requests, onLeave }: { requests: NonNullable<ChatMessage['requests']>; onLeave(): void }) {
  return (
    <ul className="mt-2 grid gap-2">
      {requests.map(({ ticketId, requestType, status, visitDate }) => (
        <li key={ticketId} className="grid gap-1">
          <Link
            to="/my-subscriptions/all-requests"
            search={{ ticketId }}
            onClick={onLeave}
            className="font-semibold text-brand-ink underline"
          >
            {kindName(requestType)} {ticketId}
          </Link>
          <RequestStatus status={status} />
          {visitDate && <span>{formatDay(visitDate)}</span>}
        </li>
      ))}
    </ul>
  )
}
