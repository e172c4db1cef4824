import { waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { b2bQuery } from '#/features/session/queries'
import { aDashboard } from '#/test/builders'
import { call, http } from '#/test/contract'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'
import { details } from '#/test/tickets'
import type { FileRouteTypes } from '../routeTree.gen'
import { prefetch } from './prefetch'

/** The URLs of each route with the calls that its page starts with. An unlisted route does not compile. */
const pages: Record<FileRouteTypes['fullPaths'], Record<string, string[]>> = {
  '/my-subscriptions/active-subscriptions': { '/my-subscriptions/active-subscriptions': ['getSubscriptions'] },
  '/my-subscriptions/closed-subscriptions': { '/my-subscriptions/closed-subscriptions': ['getSubscriptions'] },
  '/my-subscriptions/invoices': { '/my-subscriptions/invoices': ['getLedgersData'] },
  '/my-subscriptions/adjustment-invoice': { '/my-subscriptions/adjustment-invoice': ['getLedgersData'] },
  '/my-subscriptions/{-$invoiceId}/rental-invoice': { '/my-subscriptions/31/rental-invoice': ['getRentalInvoice'] },
  '/my-subscriptions/transactions': {
    '/my-subscriptions/transactions': ['getLedgersData'],
    '/my-subscriptions/transactions?tab=wallet': ['getWalletTransactions'],
    '/my-subscriptions/transactions?tab=deposit': ['getDepositDetails'],
  },
  '/my-subscriptions/all-requests': {
    '/my-subscriptions/all-requests?activeStatus=true': ['getServiceRequest', 'incomingTransfers'],
  },
  '/settings': { '/settings': ['addresses', 'getNotificationPreferences', 'sessions'] },
  '/referral': { '/referral': ['getContactList', 'getContactListCount', 'referrals'] },
  '/kyc': { '/kyc': ['getKYCData', 'completionStatusV3'] },
  '/kyc/documents/{-$profession}': { '/kyc/documents/student': ['getKYCData', 'completionStatusV3'] },
  '/wa/cancellation': { '/wa/cancellation?ticketId=T15': ['getCssTicketMetadata'], '/wa/cancellation': [] },
  // The document requests the data of home before its scripts run. See index.html.
  '/home': {},
  // These pages show nothing of the server.
  '/referral/terms': {},
  '/create-new-request': {},
  '/print-pdf/{-$pdfType}': {},
  '/login': {},
  // These lead to another page.
  '/': {},
  '/$': {},
  '/authenticate-user': {},
  '/pay': {},
}
const addresses = Object.values(pages).flatMap((page) => Object.entries(page))

function listen(): string[] {
  const asked: string[] = []
  server.events.on(
    'request:start',
    ({ request }) => void asked.push(request.url.split('/').at(-1)?.split('?')[0] ?? ''),
  )
  return asked
}

/** What happens when the customer reaches for a link: the page is preloaded, but not drawn. */
function reachFor({ router }: Awaited<ReturnType<typeof renderAt>>, address: string) {
  const [to = '', query] = address.split('?')
  return router.preloadRoute({ to, search: Object.fromEntries(new URLSearchParams(query)) })
}

test.each(addresses)('%s asks for what it shows before it is drawn, once', async (address, calls) => {
  server.use(
    http.get(call('/api/Dashboards/getWalletTransactions'), () =>
      HttpResponse.json({
        transactions: [],
        total: 0,
        rentoMoney: 0,
        ownMoney: 0,
        payout: { amount: 0, dueParts: [] },
      }),
    ),
    http.get(call('/api/Dashboards/getDepositDetails'), () =>
      HttpResponse.json({ ...aDashboard().depositDetails, depositBalance: 0, transactions: [] }),
    ),
    http.get(call('/api/ServiceRequests/getCssTicketMetadata'), () => HttpResponse.json(details())),
  )
  const app = await renderAt('/referral/terms')
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
  app.queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === 'customer' })
  const asked = listen()
  await reachFor(app, address)
  await waitFor(() => expect([...asked].sort()).toEqual([...calls].sort()))
  expect(app.location().pathname).toBe('/referral/terms')
})

test('nothing of a business customer is asked for', async () => {
  server.use(http.get(call('/api/Dashboards/isB2B'), () => HttpResponse.json({ success: true })))
  const app = await renderAt('/referral/terms')
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
  const asked = listen()
  await reachFor(app, '/my-subscriptions/invoices')
  // Both loaders have started in this order, and the test waits for the answer of the last one.
  let isOver = false
  prefetch({ queryClient: app.queryClient }, () => (isOver = true))
  await app.queryClient.ensureQueryData(b2bQuery(7))
  await Promise.resolve()
  expect(app.queryClient.isFetching()).toBe(0)
  expect(isOver).toBe(false)
  expect(asked).toEqual([])
})
