import { createFileRoute } from '@tanstack/react-router'
import { startData } from '#/app/start-data'
import { TransactionsPage } from '#/pages/transactions/TransactionsPage'
import { type TransactionTab, tabOf } from '#/pages/transactions/tab'

export const Route = createFileRoute('/_default/my-subscriptions/transactions')({
  validateSearch: ({ tab }): { tab?: TransactionTab } => ({ tab: tabOf(tab) }),
  loader: startData,
  shouldReload: false,
  component: TransactionsPage,
})
