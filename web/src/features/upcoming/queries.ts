import { queryOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'

export type Upcoming = components['schemas']['Upcoming']

/** Live requests with their next day, what others hand over, agreed extensions. */
export const upcomingQuery = queryOptions({
  queryKey: ['requests', 'upcoming'],
  queryFn: () => unwrap(api.GET('/api/Dashboards/upcoming')),
})
