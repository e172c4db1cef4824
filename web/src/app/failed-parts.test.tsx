import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

const down = () => fault(500, 'The archive is closed.')

const parts = [
  ['/home', 'Your figures', http.get(call('/api/Dashboards/dashboardData'), down)],
  ['/home', 'What comes next', http.get(call('/api/Dashboards/upcoming'), down)],
  ['/my-subscriptions/invoices', 'Your invoices', http.get(call('/api/Dashboards/getLedgersData'), down)],
  ['/my-subscriptions/transactions', 'Your payments', http.get(call('/api/Dashboards/getLedgersData'), down)],
  [
    '/my-subscriptions/transactions?tab=deposit',
    'Your deposit',
    http.get(call('/api/Dashboards/getDepositDetails'), down),
  ],
  [
    '/my-subscriptions/transactions?tab=wallet',
    'Rentomoney',
    http.get(call('/api/Dashboards/getWalletTransactions'), down),
  ],
  [
    '/my-subscriptions/rental-invoice?invoiceId=1',
    'This invoice',
    http.get(call('/api/RMUsers/7/getRentalInvoice'), down),
  ],
  ['/my-subscriptions/active-subscriptions', 'Your items', http.get(call('/api/Dashboards/getSubscriptions'), down)],
  ['/my-subscriptions/all-requests', 'Your requests', http.get(call('/api/Dashboards/getServiceRequest'), down)],
  ['/settings', 'Your addresses', http.get(call('/api/RMUsers/7/addresses'), down)],
  ['/settings', 'The places where you are signed in', http.get(call('/api/RMUsers/sessions'), down)],
] as const

test.each(parts)(
  'on %s, %s could not be loaded: that is said with the reason and a retry',
  async (path, what, failing) => {
    server.use(failing)
    await renderAt(path)
    const alert = (await screen.findByText(`${what} could not be loaded`)).closest('[role="alert"]')
    expect(alert?.textContent).toContain('The archive is closed.')
    expect(alert?.textContent).toContain('Try again')
  },
)

/** The files that query the server without the kit's parts for failure and retry, and why they need none. */
const asksWithout: Record<string, string> = {
  '/src/app/shells/FeedbackSlot.tsx': 'a question that does not come is not asked',
  '/src/app/shells/HelpSlot.tsx': 'without figures help offers what is always there',
  '/src/app/shells/use-b2b.ts': 'the pages are those of a person until it is known',
  '/src/features/address/components/StreetSearch.tsx': 'says it at its own field',
  '/src/features/address/use-map-port.ts': 'the map says it, and a street can be typed without one',
  '/src/features/closures/closure-amounts.ts': 'hands error and retry to its screens',
  '/src/features/help/chat/ChatRoom.tsx':
    'says it itself: the newest message is its last, and the way to more stands above',
  '/src/features/papers/components/StatementDays.tsx': 'the statement below it says it',
  '/src/features/kyc/components/KycBanner.tsx': 'it says that KYC is pending, as the figures of home do',
  '/src/features/payments/components/AutoDebitTerms.tsx': 'the promise stands without its days',
  '/src/features/payments/components/PaymentDialog.tsx':
    'the amount stands; its months were chosen on the screen before',
  '/src/features/payments/components/SuccessDialog.tsx':
    'the amount says that it is paid; for which months stands in the package, too',
  '/src/features/payments/use-translated-options.ts': "the server's words stay",
  '/src/features/payments/use-set-up.ts': 'asks so that what is on other screens is fresh',
  '/src/features/refund/components/RefundPreference.tsx': 'nothing is marked as chosen',
  '/src/features/refund/components/SavedWay.tsx': 'hands the query to the part that says it',
  '/src/flows/easy-payment/AdvanceBeside.tsx': 'the offer stands without what it means for auto debit',
  '/src/flows/easy-payment/use-about.ts': "the server's words stay",
  '/src/flows/kit/ChooseItems.tsx': 'the items stand without the marks of requests, which the server checks',
  '/src/flows/location/use-items-place.ts': 'hands the query to its step',
  '/src/flows/transfer/TransferFlow.tsx': 'the transfer is raised, its last day is on its page',
  '/src/pages/active-subscriptions/ActiveSubscriptionsPage.tsx':
    'the items stand without the marks of requests and the link to closed ones',
  '/src/pages/invoices/InvoicesPage.tsx': 'the list in it says it',
  '/src/pages/referral-terms/ReferralTermsPage.tsx': 'the terms stand without the figures of the offer',
  '/src/pages/rental-invoice/RentalInvoicePage.tsx': 'the document in it says it',
  '/src/pages/settings/AddressesCard.tsx': 'the list in it says it',
}

test('whatever asks the server says what failed, and offers to try again', () => {
  const sources = import.meta.glob<string>(
    ['/src/{app,features,flows,pages}/**/*.{ts,tsx}', '!/src/**/*.test.{ts,tsx}'],
    { query: '?raw', import: 'default', eager: true },
  )
  const without = Object.entries(sources).filter(
    ([, text]) => /\buse(Infinite)?Query\(/.test(text) && !/'#\/kit\/(QueryContent|InfiniteList)'/.test(text),
  )
  expect(without.map(([path]) => path).toSorted()).toEqual(Object.keys(asksWithout).toSorted())
})
