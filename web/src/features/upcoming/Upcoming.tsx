import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { CalendarCheck, ChevronRight, type LucideIcon } from 'lucide-react'
import { useCustomerId } from '#/api/customer'
import { m } from '#/copy'
import { dataAge } from '#/kit/DataAge'
import { formatDay, formatTime } from '#/kit/dates'
import { QueryContent } from '#/kit/QueryContent'
import { flowIcons, kindIcon, kindName, requestCodes } from '#/kit/request-kinds'
import { formatRupees } from '#/shared/money'
import { Card } from '#/ui/Card'
import { extensionName, UPCOMING_LIST, type Upcoming as UpcomingData, upcomingQuery } from './queries'

/** What is in progress and what comes next. Most customers have nothing here. */
export function Upcoming() {
  return (
    <QueryContent
      query={useQuery(upcomingQuery(useCustomerId()))}
      pending={null}
      failed={m.upcoming_failed()}
      age={ageOfLines}
    >
      {(upcoming) => <UpcomingCard lines={linesOf(upcoming)} />}
    </QueryContent>
  )
}

/** An empty list shows no age, because nothing in it could be outdated. */
const ageOfLines = (query: UseQueryResult<UpcomingData>) =>
  query.data && linesOf(query.data).length > 0 && dataAge(query)

interface Line extends Pick<LinkProps, 'to' | 'search'> {
  key: string
  icon: LucideIcon
  title: string
  note: string
}

function UpcomingCard({ lines }: { lines: Line[] }) {
  if (lines.length === 0) return null
  return (
    <Card title={m.upcoming_title()}>
      <ul id={UPCOMING_LIST} className="divided grid">
        {lines.map(({ key, icon: Icon, title, note, ...link }) => (
          <li key={key} className="grid">
            <Link {...link} className="flex min-h-16 items-center gap-4 rounded-chip py-2 hover:bg-brand-soft">
              <span className="grid size-11 shrink-0 place-items-center rounded-chip bg-brand-soft text-brand-ink">
                <Icon aria-hidden="true" className="size-6" />
              </span>
              <span className="grid min-w-0 flex-1">
                <span className="break-words font-semibold">{title}</span>
                <span className="break-words text-muted text-support">{note}</span>
              </span>
              <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function linesOf({ transfers, requests, extensions, debit }: UpcomingData): Line[] {
  return [
    ...transfers.map(transferLine),
    ...(debit ? [debitLine(debit)] : []),
    ...requests.map(requestLine),
    ...extensions.map(extensionLine),
  ]
}

/** What auto debit does next, with the rent that is not billed yet. */
function debitLine(debit: NonNullable<UpcomingData['debit']>): Line {
  return {
    key: 'debit',
    icon: CalendarCheck,
    title: debit.step === 'stopped' ? m.upcoming_debit_paused() : m.upcoming_debit(),
    note: debitNote(debit),
    to: '/home',
    search: { paymentMode: 'easy-payment', paymentType: 'auto-debit' },
  }
}

function debitNote(debit: NonNullable<UpcomingData['debit']>): string {
  const { step, amount, limit, account, choice, date, time, ahead } = debit
  const words = { amount: formatRupees(amount), limit: formatRupees(limit), account, date: formatDay(date) ?? '' }
  if (step === 'stopped')
    return ahead
      ? m.upcoming_debit_paused_ahead({ account, date: formatDay(ahead) ?? '' })
      : m.upcoming_debit_paused_note(words)
  if (step === 'above_limit')
    return choice ? m.upcoming_debit_choose({ ...words, other: choice }) : m.upcoming_debit_too_much(words)
  return time ? m.upcoming_debit_note_from({ ...words, time: formatTime(time) }) : m.upcoming_debit_note(words)
}

function transferLine({ ticketId, from: name, isAccepted }: UpcomingData['transfers'][number]): Line {
  return {
    key: `transfer ${ticketId}`,
    icon: flowIcons['transfer-ownership'],
    title: isAccepted ? m.upcoming_offer_taken({ name }) : m.upcoming_offer({ name }),
    note: isAccepted ? m.upcoming_offer_taken_note() : m.upcoming_offer_note(),
    to: '/my-subscriptions/all-requests',
  }
}

function requestLine(request: UpcomingData['requests'][number]): Line {
  const { ticketId, requestType, requestTypeName, itemNames } = request
  return {
    key: ticketId,
    icon: kindIcon(requestType),
    title: `${kindName(requestType, requestTypeName)}: ${itemNames.join(', ')}`,
    note: whatNext(request),
    to: '/home',
    search: { ticketId },
  }
}

/** The day on which something happens next, and how certain it is. */
function whatNext({ nextDate, isDelivery, status, requestType }: UpcomingData['requests'][number]): string {
  const date = formatDay(nextDate)
  // Nobody visits for a transfer. Other people have to act.
  if (requestType === requestCodes.transfer) {
    return status === 'raised' ? m.upcoming_answer() : m.upcoming_transfer()
  }
  if (isDelivery && date) return m.upcoming_delivery({ date })
  if (status === 'in_progress') return m.upcoming_begun()
  return date ? m.upcoming_planned({ date }) : m.upcoming_open()
}

function extensionLine(extension: UpcomingData['extensions'][number]): Line {
  const { orderItemId, productName, rentAmount, startDate, tenureEndDate } = extension
  return {
    key: `extension ${orderItemId} ${startDate}`,
    icon: flowIcons['extend-subscription'],
    title: m.upcoming_extension({ item: productName }),
    note: m.upcoming_extension_note({
      amount: formatRupees(rentAmount),
      date: formatDay(startDate) ?? '',
      end: formatDay(tenureEndDate) ?? '',
    }),
    to: '/home',
    search: { extension: extensionName(extension) },
  }
}
