import { createFileRoute } from '@tanstack/react-router'
import { prefetch } from '#/app/prefetch'
import { ticketQuery } from '#/features/tickets/queries'
import { WaCancellationPage } from '#/pages/wa-cancellation/WaCancellationPage'

export const Route = createFileRoute('/_empty/wa/cancellation')({
  loaderDeps: ({ search: { ticketId } }) => ({ ticketId }),
  loader: ({ context, deps: { ticketId } }) =>
    prefetch(context, (queries, customer) => ticketId && queries.prefetchQuery(ticketQuery(customer, ticketId))),
  shouldReload: false,
  component: WaCancellationPage,
})
