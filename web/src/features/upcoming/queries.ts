import { queryOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import { customerKey } from '#/api/keys'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'

export type Upcoming = components['schemas']['Upcoming']

/** Id of the list on home, for the focus of whoever has done with one of its lines. */
export const UPCOMING_LIST = 'upcoming'

export type Agreed = Upcoming['extensions'][number]

/** How an address names an agreed extension: an item can have several, from a day each. */
export const extensionName = ({ orderItemId, startDate }: Pick<Agreed, 'orderItemId' | 'startDate'>) =>
  `${orderItemId}-${startDate}`

/** Live requests with their next day, what others hand over, agreed extensions. */
export const upcomingQuery = (customer: number) =>
  queryOptions({
    queryKey: customerKey(customer, 'requests', 'upcoming'),
    queryFn: () => unwrap(api.GET('/api/Dashboards/upcoming')),
  })
