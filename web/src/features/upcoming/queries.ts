import { queryOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import { customerKey } from '#/api/keys'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'

export type Upcoming = components['schemas']['Upcoming']

/** The id of the list on home. After one of its lines is done, the focus returns there. */
export const UPCOMING_LIST = 'upcoming'

export type Agreed = Upcoming['extensions'][number]

/** The name of an agreed extension in the address. An item can have several, each with its own first day. */
export const extensionName = ({ orderItemId, startDate }: Pick<Agreed, 'orderItemId' | 'startDate'>) =>
  `${orderItemId}-${startDate}`

/** Live requests with their next day, incoming transfers and agreed extensions. */
export const upcomingQuery = (customer: number) =>
  queryOptions({
    queryKey: customerKey(customer, 'requests', 'upcoming'),
    queryFn: () => unwrap(api.GET('/api/Dashboards/upcoming')),
  })
