import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { aProduct } from '#/test/builders'
import { call, http } from '#/test/contract'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

test('an item says which request is live for it and when we come, and leads there', async () => {
  server.use(
    http.get(call('/api/Dashboards/getSubscriptions'), () =>
      HttpResponse.json({ subscriptions: [aProduct({ id: 11, name: 'Treadmill' }), aProduct({ id: 12 })], total: 2 }),
    ),
    http.get(call('/api/Dashboards/getServiceRequest'), () =>
      HttpResponse.json({
        serviceRequests: [
          {
            serviceRequestId: 41,
            ticketId: 'T15',
            status: 'scheduled',
            requestType: 200,
            requestTypeName: 'Close subscription',
            orderItemIds: [11],
            productNames: ['Treadmill'],
            message: 'Moving out',
            preferredDate: '2026-11-22',
            visitDate: '2026-11-30',
            created: '2026-11-17T20:00:00Z',
            active: true,
            revokeAllowed: true,
          },
        ],
        total: 1,
      }),
    ),
  )
  const { user, location } = await renderAt('/my-subscriptions/active-subscriptions')
  const link = await screen.findByRole('link', { name: /^Live request: .*\(T15\)\s· 30 Nov 2026$/ })
  const [first, second] = screen.getAllByRole('listitem')
  expect(within(first as HTMLElement).getByText('Treadmill')).toBeDefined()
  expect(first?.contains(link)).toBe(true)
  expect(within(second as HTMLElement).queryByRole('link')).toBeNull()
  await user.click(link)
  await waitFor(() => expect(location().search).toMatchObject({ ticketId: 'T15' }))
})
