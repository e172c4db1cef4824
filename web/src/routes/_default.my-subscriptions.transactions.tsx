import { createFileRoute } from '@tanstack/react-router'
import { prefetch } from '#/app/prefetch'
import { depositQuery, walletQuery } from '#/features/deposit/queries'
import { ledgersQuery } from '#/features/invoices/queries'
import { TransactionsPage } from '#/pages/transactions/TransactionsPage'
import { type TransactionTab, tabOf } from '#/pages/transactions/tab'

export const Route = createFileRoute('/_default/my-subscriptions/transactions')({
  validateSearch: ({ tab }): { tab?: TransactionTab } => ({ tab: tabOf(tab) }),
  loaderDeps: ({ search: { tab } }) => ({ tab }),
  loader: ({ context, deps: { tab } }) =>
    prefetch(context, (queries, customer) => {
      if (tab === 'wallet') return queries.prefetchInfiniteQuery(walletQuery(customer))
      if (tab === 'deposit') return queries.prefetchQuery(depositQuery(customer))
      return queries.prefetchQuery(ledgersQuery(customer))
    }),
  shouldReload: false,
  component: TransactionsPage,
})
