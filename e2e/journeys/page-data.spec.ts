import { anyWidth, expect, test } from '../support/fixtures'

// A page that is opened by a link asks for what it shows while its own file is still on the way: the file is held back
// until then, so a page that asked only once it is drawn would never come.

const pages: [path: string, file: string, call: string][] = [
  [
    '/my-subscriptions/active-subscriptions',
    '_default.my-subscriptions.active-subscriptions',
    'Dashboards/getSubscriptions',
  ],
  [
    '/my-subscriptions/closed-subscriptions',
    '_default.my-subscriptions.closed-subscriptions',
    'Dashboards/getSubscriptions',
  ],
  ['/my-subscriptions/invoices', '_default.my-subscriptions.invoices', 'Dashboards/getLedgersData'],
  ['/my-subscriptions/adjustment-invoice', '_default.my-subscriptions.adjustment', 'Dashboards/getLedgersData'],
  ['/my-subscriptions/transactions', '_default.my-subscriptions.transactions', 'Dashboards/getLedgersData'],
  [
    '/my-subscriptions/transactions?tab=wallet',
    '_default.my-subscriptions.transactions',
    'Dashboards/getWalletTransactions',
  ],
  ['/my-subscriptions/all-requests', '_default.my-subscriptions.all-requests', 'Dashboards/getServiceRequest'],
  ['/my-subscriptions/rental-invoice', '_full.my-subscriptions', 'RMUsers/\\d+/getRentalInvoice'],
  ['/settings', '_default.settings', 'RMUsers/\\d+/addresses'],
  ['/kyc', '_default.kyc', 'Hyperverges/completionStatusV3'],
  ['/kyc/documents', '_full.kyc.documents', 'Hyperverges/completionStatusV3'],
]

test('a page asks for its data before its file has come', anyWidth, async ({ page, signIn }) => {
  await signIn('esha')
  for (const [path, file, call] of pages) {
    const asked = page.waitForRequest(new RegExp(`/api/${call}`))
    const held = `**/assets/${file}*`
    await page.route(held, async (route) => {
      await asked
      await route.continue()
    })
    await page.goto(`/dashboard${path}`)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 }), path).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })
  }
})
