import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { ArrowLeftRight, CalendarPlus, ChevronRight, type LucideIcon, PackageOpen, Truck, Wrench } from 'lucide-react'
import { kindName, requestCodes } from '#/api/requests'
import { m } from '#/copy'
import { formatDay } from '#/kit/dates'
import { Loaded } from '#/kit/Loaded'
import { formatRupees } from '#/shared/money'
import { Card } from '#/ui/Card'
import { type Upcoming as UpcomingData, upcomingQuery } from './queries'

/** What is going on and comes next. Most people have nothing there, so nothing stands for it while it loads. */
export default function Upcoming() {
  return (
    <Loaded query={useQuery(upcomingQuery)} pending={null}>
      {(upcoming) => <UpcomingCard lines={linesOf(upcoming)} />}
    </Loaded>
  )
}

interface Line extends Pick<LinkProps, 'to' | 'search'> {
  key: string
  icon: LucideIcon
  title: string
  note: string
}

function UpcomingCard({ lines }: { lines: Line[] }) {
  if (lines.length === 0) return null
  return (
    <Card title={m.home_upcoming()}>
      <ul className="grid">
        {lines.map(({ key, icon: Icon, title, note, ...link }) => (
          <li key={key} className="grid border-line border-t first:border-t-0">
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

function linesOf({ transfers, requests, extensions }: UpcomingData): Line[] {
  return [...transfers.map(transferLine), ...requests.map(requestLine), ...extensions.map(extensionLine)]
}

const allRequests = { to: '/my-subscriptions/all-requests' } as const

function transferLine({ ticketId, from: name, isAccepted }: UpcomingData['transfers'][number]): Line {
  return {
    key: `transfer ${ticketId}`,
    icon: ArrowLeftRight,
    title: isAccepted ? m.home_upcoming_offer_taken({ name }) : m.home_upcoming_offer({ name }),
    note: isAccepted ? m.home_upcoming_offer_taken_note() : m.home_upcoming_offer_note(),
    ...allRequests,
  }
}

const icons: Record<number, LucideIcon> = {
  [requestCodes.repair]: Wrench,
  [requestCodes.relocation]: Truck,
  [requestCodes.closure]: PackageOpen,
  [requestCodes.transfer]: ArrowLeftRight,
}

function requestLine(request: UpcomingData['requests'][number]): Line {
  const { ticketId, requestType, requestTypeName, itemNames } = request
  return {
    key: ticketId,
    icon: icons[requestType] ?? Wrench,
    title: `${kindName(requestType, requestTypeName)}: ${itemNames.join(', ')}`,
    note: whatNext(request),
    ...allRequests,
  }
}

/** The day on which something happens next, and how sure it is. */
function whatNext({ nextDate, isPlanned, isDelivery, status }: UpcomingData['requests'][number]): string {
  const date = formatDay(nextDate)
  if (isDelivery && date) return m.home_upcoming_delivery({ date })
  if (status === 'in_progress') return m.home_upcoming_begun()
  if (!date) return m.home_upcoming_open()
  return isPlanned ? m.home_upcoming_planned({ date }) : m.home_upcoming_wished({ date })
}

function extensionLine(extension: UpcomingData['extensions'][number]): Line {
  const { orderItemId, productName, rentAmount, startDate, tenureEndDate } = extension
  return {
    key: `extension ${orderItemId}`,
    icon: CalendarPlus,
    title: m.home_upcoming_extension({ item: productName }),
    note: m.home_upcoming_extension_note({
      amount: formatRupees(rentAmount),
      date: formatDay(startDate) ?? '',
      end: formatDay(tenureEndDate) ?? '',
    }),
    to: '/my-subscriptions/active-subscriptions',
  }
}
