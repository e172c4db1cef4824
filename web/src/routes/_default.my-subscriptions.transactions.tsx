import { createFileRoute } from '@tanstack/react-router'
import { TransactionsPage } from '#/pages/transactions/TransactionsPage'

export const Route = createFileRoute('/_default/my-subscriptions/transactions')({ component: TransactionsPage })
