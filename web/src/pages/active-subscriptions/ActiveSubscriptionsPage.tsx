import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCustomerId } from '#/api/customer'
import { m } from '#/copy'
import { SubscriptionList } from '#/features/subscriptions/components/SubscriptionList'
import { subscriptionsQuery } from '#/features/subscriptions/queries'
import { LiveTicket, liveTicketOf } from '#/features/tickets/LiveTicket'
import { liveTicketsQuery } from '#/features/tickets/queries'
import { LinkButton } from '#/ui/LinkButton'
import { PageTitle } from '#/ui/PageTitle'

export function ActiveSubscriptionsPage() {
  // The list does not wait for the live requests.
  const customer = useCustomerId()
  const live = useQuery(liveTicketsQuery(customer)).data ?? []
  const { data: given } = useInfiniteQuery(subscriptionsQuery(customer, 'closed'))
  const closed = (
    <LinkButton to="/my-subscriptions/closed-subscriptions" variant="quiet" compact>
      {m.subscriptions_see_closed()}
    </LinkButton>
  )
  return (
    <>
      <PageTitle aside={given?.pages.some(({ total }) => total > 0) && closed}>
        {m.subscriptions_active_title()}
      </PageTitle>
      <SubscriptionList
        status="active"
        note={({ id }) => {
          const ticket = liveTicketOf(live, id)
          return (
            ticket && (
              <Link
                to="."
                search={(search) => ({ ...search, ticketId: ticket.ticketId })}
                resetScroll={false}
                className="inline-flex min-h-8 items-center font-semibold text-brand-ink underline-offset-4 hover:underline"
              >
                <LiveTicket ticket={ticket} />
              </Link>
            )
          )
        }}
      />
    </>
  )
}
