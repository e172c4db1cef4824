import { queryOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import { customerKey, JUST_ASKED_MS } from '#/api/keys'
import { unwrap } from '#/api/unwrap'

/** How the customer invites others, and whom they have invited. */
export const referralsQuery = (customer: number) =>
  queryOptions({
    queryKey: customerKey(customer, 'referrals'),
    queryFn: () => unwrap(api.GET('/api/Dashboards/referrals')),
    staleTime: JUST_ASKED_MS,
  })

const PAGE = 100

/** The first hundred contacts by name, and the number of all contacts. */
export const contactsQuery = (customer: number) =>
  queryOptions({
    queryKey: customerKey(customer, 'contacts'),
    queryFn: async () => {
      const query = { query: JSON.stringify({ page: 1, size: PAGE }) }
      const [list, all] = await Promise.all([
        unwrap(api.GET('/api/UserContactLists/getContactList', { params: { query } })),
        unwrap(api.GET('/api/UserContactLists/getContactListCount')),
      ])
      return { contacts: list.contacts, count: all.count }
    },
    staleTime: JUST_ASKED_MS,
  })
