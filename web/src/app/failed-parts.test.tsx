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
