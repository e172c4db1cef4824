import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import { customerKey } from '#/api/keys'
import { firstPage, pageAfter } from '#/api/pages'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'

export type DepositDetails = components['schemas']['DepositDetails']
export type WalletRow = components['schemas']['WalletTransaction']

export const depositQuery = (customer: number) =>
  queryOptions({
    queryKey: customerKey(customer, 'deposit'),
    queryFn: () => unwrap(api.GET('/api/Dashboards/getDepositDetails')),
  })

const PAGE_SIZE = 20

/** The wallet's movements, newest first. Each page follows the former one. */
export const walletQuery = (customer: number) =>
  infiniteQueryOptions({
    queryKey: customerKey(customer, 'wallet'),
    queryFn: ({ pageParam: { page, after } }) => {
      const query = JSON.stringify({ page, pageSize: PAGE_SIZE })
      return unwrap(api.GET('/api/Dashboards/getWalletTransactions', { params: { query: { query, after } } }))
    },
    initialPageParam: firstPage,
    getNextPageParam: pageAfter,
  })
