import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { aDashboard } from '#/test/builders'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

interface Empty {
  /** The file that draws it. */
  file: string
  path: string
  says: string
  /** What the customer can do about it: a link by its name, or a button of a dialog. */
  link?: string
  button?: string
  /** The URL below /dashboard to which that leads in the app, with the heading or dialog that is there. */
  leads?: [address: string, shows: string]
  /** The URL of a page outside the app. */
  href?: string
  signedIn?: boolean
  /** Seen by a customer who rents something. */
  rents?: boolean
}

const nothing = { activeProductLists: [], hasLiveOrder: false }
const requests = '/my-subscriptions/all-requests'
const offer = '/#offer'
const invoices: Empty['leads'] = ['/my-subscriptions/invoices', 'Invoices']
const home: Empty['leads'] = ['/home', 'Hi, Asha']
/** A dialog leads back to the page below it. */
const back = { button: 'Go Back', leads: home }

/** Every empty state with something to do, as a customer who has nothing sees it. */
const empty: Empty[] = [
  {
    file: 'features/referral/components/ReferralList.tsx',
    path: '/referral',
    says: 'You have not referred anyone yet.',
    link: 'Referral Terms & Conditions',
    leads: ['/referral/terms', 'Referral Terms & Conditions'],
  },
  {
    file: 'features/tickets/TicketList.tsx',
    path: requests,
    says: 'You have not raised any request yet.',
    link: 'Start renting',
    href: offer,
  },
  {
    file: 'features/tickets/TicketList.tsx',
    path: requests,
    says: 'You have not raised any request yet.',
    rents: true,
    link: 'Create Request',
    leads: [`${requests}?requestType=create-new-request`, 'Create a new request'],
  },
  {
    file: 'features/invoices/components/InvoiceList.tsx',
    path: '/my-subscriptions/adjustment-invoice',
    says: 'You have no adjustment invoices',
    link: 'All invoices',
    leads: invoices,
  },
  {
    file: 'features/invoices/components/InvoiceDocument.tsx',
    path: '/my-subscriptions/1042/rental-invoice',
    says: 'There is no such invoice',
    link: 'All invoices',
    leads: invoices,
  },
  {
    file: 'features/subscriptions/components/SubscriptionList.tsx',
    path: '/my-subscriptions/active-subscriptions',
    says: 'You have no active items',
    link: 'Start renting',
    href: offer,
  },
  {
    file: 'features/subscriptions/components/SubscriptionList.tsx',
    path: '/my-subscriptions/closed-subscriptions',
    says: 'You have no closed items',
    rents: true,
    link: 'Active Items',
    leads: ['/my-subscriptions/active-subscriptions', 'Active Items'],
  },
  {
    file: 'pages/home/NoItems.tsx',
    path: '/home',
    says: 'You have no active items',
    link: 'Start renting',
    href: offer,
  },
  {
    file: 'features/papers/components/PaperView.tsx',
    path: '/print-pdf/receipt',
    says: 'There is no such document',
    link: 'See all',
    leads: ['/my-subscriptions/transactions', 'Transactions'],
  },
  {
    file: 'pages/wa-cancellation/WaCancellationPage.tsx',
    path: '/wa/cancellation',
    says: 'No visit is planned for today.',
    link: 'Go to home',
    leads: home,
  },
  {
    file: 'app/error/NotFoundPage.tsx',
    path: '/kyc/documents/astronaut',
    says: 'This page could not be found',
    link: 'Go to home',
    leads: home,
  },
  {
    file: 'pages/authenticate-user/AuthenticateUserPage.tsx',
    path: '/authenticate-user?accessToken=used',
    says: 'This sign-in link does not work any more',
    link: 'Sign in with your mobile number',
    leads: ['/login', 'Sign in'],
    signedIn: false,
  },
  {
    file: 'app/shells/B2BNotice.tsx',
    path: '/home',
    says: 'Looks like you are our B2B Customer',
    link: 'Email support',
    href: 'mailto:help@rento.example',
  },
  {
    file: 'flows/kit/ChooseItems.tsx',
    path: '/home?requestType=repair-request',
    says: "You don't have any active products which are eligible",
    link: 'Start renting',
    href: offer,
  },
  {
    file: 'flows/kit/ChooseItems.tsx',
    path: '/home?requestType=repair-request',
    says: "You don't have any active products which are eligible",
    ...back,
  },
  {
    file: 'flows/easy-payment/EasyPaymentFlow.tsx',
    path: '/home?paymentMode=easy-payment',
    says: 'No options yet!',
    link: 'Start renting',
    href: offer,
  },
  {
    file: 'flows/easy-payment/EasyPaymentFlow.tsx',
    path: '/home?paymentMode=easy-payment',
    says: 'No options yet!',
    ...back,
  },
  {
    file: 'flows/settlement/SettlementDialog.tsx',
    path: '/home?showSettlement=true',
    says: 'There is nothing to settle now.',
    ...back,
  },
]

/** Empty states where there is nothing to do, or whose action is not a link and has its own test. */
const others: Record<string, string> = {
  'features/deposit/components/DepositStatement.tsx': 'a deposit comes with an order',
  'features/deposit/components/WalletStatement.tsx': 'credit comes by itself',
  'pages/referral/ReferralPage.tsx': 'an agent invites nobody',
  'features/invoices/components/PaymentList.tsx': 'payments come with what is due',
  'pages/settings/MessagesCard.tsx': 'the company writes',
  'pages/settings/NotificationsCard.tsx': 'there is no choice',
  'features/payments/components/PaymentDialog.tsx': 'it tries again: pages/home/payment.test.tsx',
  'pages/wa-cancellation/Cancellation.tsx': 'the thanks after an answer: pages/all-requests/ticket-actions.test.tsx',
  'app/error/ErrorPageContent.tsx': 'a failure: error/error-page.test.tsx',
}

describe('an empty state leads somewhere', () => {
  test.each(empty)(
    '$path ($file)',
    async ({ file, path, says, link, button, leads, href, signedIn = true, rents = false }) => {
      server.use(
        http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(aDashboard(rents ? {} : nothing))),
        http.get(call('/api/Dashboards/isB2B'), () => HttpResponse.json({ success: file.includes('B2B') })),
        http.post(call('/api/RMUsers/accessTokenLogin'), () => fault(401, 'This link was used already.')),
      )
      const { user, location } = await renderAt(path, { signedIn })
      expect((await screen.findAllByText((text) => text.startsWith(says))).length).toBeGreaterThan(0)
      const place = within(screen.queryByRole('dialog') ?? screen.getByRole('main'))
      // The page may have the same link next to its title.
      const way = (await place.findAllByRole(link ? 'link' : 'button', { name: link ?? button })).at(-1) as HTMLElement
      if (href) return expect(way.getAttribute('href')).toBe(href)
      await user.click(way)
      const [address, shows] = leads ?? ['', '']
      const there = await screen.findAllByRole(address.includes('?') ? 'dialog' : 'heading', { name: shows })
      expect(there.length).toBeGreaterThan(0)
      expect(location().href).toBe(address)
    },
  )

  test('each of them is here, or says why it leads nowhere', () => {
    const sources = import.meta.glob<string>(['/src/**/*.tsx', '!/src/**/*.test.tsx', '!/src/ui/**'], {
      query: '?raw',
      import: 'default',
      eager: true,
    })
    const drawn = Object.entries(sources).filter(([, text]) => text.includes('<EmptyState'))
    const files = drawn.map(([path]) => path.replace('/src/', ''))
    const told = [...new Set(empty.map(({ file }) => file)), ...Object.keys(others)]
    expect(told.toSorted()).toEqual(files.toSorted())
  })
})
