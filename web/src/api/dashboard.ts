import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './client'
import { useCustomerId } from './customer'
import { customerKey } from './keys'
import type { paths } from './schema'
import { unwrap } from './unwrap'

type Answer<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } }
}
  ? Body
  : never

/** Dues, deposit, active items and what the screens offer. Amounts are in rupees. */
export type DashboardData = Answer<'/api/Dashboards/dashboardData'>

export type ActiveProduct = NonNullable<DashboardData['activeProductLists']>[number]

/** Delivery status of an item that the customer has. */
export const DELIVERED = 200

/** The one response that home, sidebar, help widget and dialogs share. */
export const dashboardQuery = (customer: number) =>
  queryOptions({
    queryKey: customerKey(customer, 'dashboard'),
    queryFn: (): Promise<DashboardData> => unwrap(api.GET('/api/Dashboards/dashboardData')),
  })

export const useDashboard = () => useQuery(dashboardQuery(useCustomerId()))

/** The debit that the bank has not confirmed yet. Until then the server refuses to charge the dues. */
export function pendingDebit({ pendingPayments }: Pick<DashboardData, 'pendingPayments'>) {
  return pendingPayments.find(({ isAutoDebit }) => isAutoDebit)
}

export function activeProducts(data: DashboardData | undefined): ActiveProduct[] {
  return (data?.activeProductLists ?? []).filter((product) => product.deliveryStatus === DELIVERED)
}
