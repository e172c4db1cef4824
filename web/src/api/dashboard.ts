import { queryOptions } from '@tanstack/react-query'
import { figuresForOffline, keepFigures } from '#/platform/last-figures'
import { api } from './client'
import type { paths } from './schema'
import { unwrap } from './unwrap'

type Answer<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } }
}
  ? Body
  : never

/** Dues, deposit, active items and what the screens offer; amounts in rupees. */
export type DashboardData = Answer<'/api/Dashboards/dashboardData'>

export type ActiveProduct = NonNullable<DashboardData['activeProductLists']>[number]

/** Delivery status of an item that is with the customer. */
export const DELIVERED = 200

export const dashboardKey = ['dashboard'] as const

async function fetchDashboard(): Promise<DashboardData> {
  const data = await unwrap(api.GET('/api/Dashboards/dashboardData'))
  keepFigures(data)
  return data
}

/** The one answer that home, sidebar, help widget and dialogs share. Invalidate `dashboardKey` after a payment. */
export const dashboardQuery = queryOptions({
  queryKey: dashboardKey,
  queryFn: fetchDashboard,
  initialData: () => figuresForOffline<DashboardData>()?.data,
  initialDataUpdatedAt: () => figuresForOffline()?.at,
})

export function activeProducts(data: DashboardData | undefined): ActiveProduct[] {
  return (data?.activeProductLists ?? []).filter((product) => product.deliveryStatus === DELIVERED)
}
