import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { toasts } from '#/platform/toast'
import { aDashboard, aProduct } from '#/test/builders'
import { heading, live, press, question, serveClosure, sofa, start, tick } from '#/test/closure'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'
import { details } from '#/test/tickets'

beforeAll(() => import('./CloseFlow'), 60_000)

describe('products', () => {
  test('CLOSE-01, CLOSE-02, FLOW-03, FLOW-05, ADDRESS-30, ADDRESS-32, ADDRESS-33: the items and the ends of their tenures', async () => {
    serveClosure()
    await renderAt(start)
    expect(await screen.findByRole('dialog', { name: 'Close Subscription' })).toBeDefined()
    expect(screen.getByText('Step 1 of 5')).toBeDefined()
    const box = await screen.findByRole('checkbox', { name: sofa })
    expect(box.closest('label')?.textContent).toBe('Wooden sofa set, 3 seater Tenure ends on 14 Mar 2027')
    expect(box.closest('label')?.querySelector('img')?.getAttribute('src')).toBe('/media/sofa.svg')
  })

  test('CLOSE-03, ADDRESS-34, FLOW-01, VALID-12: Continue is closed, and says why, until one active item is ticked', async () => {
    serveClosure()
    const activeProductLists = [aProduct(), aProduct({ id: 13, name: 'Gone', deliveryStatus: 300 })]
    server.use(
      http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(aDashboard({ activeProductLists }))),
    )
    const { user } = await renderAt(start)
    const button = await screen.findByRole('button', { name: 'Continue' })
    expect(button).toHaveProperty('disabled', true)
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Please Select atleast one.',
    )
    expect(screen.getAllByRole('checkbox')).toHaveLength(1)
    await user.click(screen.getByRole('checkbox', { name: sofa }))
    expect(screen.getByRole('button', { name: 'Continue' })).toHaveProperty('disabled', false)
  })
})

test('ERR-21: a list of products that does not come is told by a toast only, and asked for again', async () => {
  serveClosure()
  server.use(http.get(call('/api/Dashboards/dashboardData'), () => fault(503, 'The books are closed.')))
  const { user } = await renderAt('/settings?requestType=close-subscription')
  const dialog = within(await screen.findByRole('dialog', { name: 'Close Subscription' }))
  const again = await dialog.findByRole('button', { name: 'Try again' })
  expect(dialog.getByText('Your items could not be loaded')).toBeDefined()
  expect(toasts.get().map(({ text, tone }) => [text, tone])).toEqual([['The books are closed.', 'error']])
  expect(dialog.queryByRole('alert')).toBeNull()
  expect(dialog.queryByText('The books are closed.')).toBeNull()
  server.use(http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(aDashboard())))
  await user.click(again)
  expect(await dialog.findByRole('checkbox', { name: sofa })).toBeDefined()
})

describe('live requests', () => {
  test('REVOKE-01, REVOKE-02, ENTITY-27, ENTITY-28: with none the flow goes on', async () => {
    const sent = serveClosure()
    const { user } = await renderAt(start)
    await tick(user)
    expect(await heading('Moved to a new location?')).toBeDefined()
    expect(sent.check).toEqual([
      { data: { userId: 7, orderItemIds: [11], requestTypeCreating: 200, requestTypeName: 'Closure' } },
    ])
  })

  test('CLOSE-17, CLOSE-19, REVOKE-03, REVOKE-04, REVOKE-05, REVOKE-08, ENTITY-26: live ones are taken back on demand', async () => {
    const sent = serveClosure({ check: live(true) })
    const { user } = await renderAt(start)
    await tick(user)
    const alert = within(await screen.findByRole('dialog', { name: question }))
    expect(alert.getByText('Repair')).toBeDefined()
    expect(sent.revoke).toEqual([])
    await user.click(alert.getByRole('button', { name: 'Close request(s) & proceed' }))
    expect(await heading('Moved to a new location?')).toBeDefined()
    expect(sent.revoke).toMatchObject([
      { data: { comment: 'Revoke request by user', revokeTickets: [{ ticketId: 'T9' }, { ticketId: 'T8' }] } },
    ])
  })

  test('whoever leaves after live ones were taken back is told that they stay so', async () => {
    serveClosure({ check: live(true) })
    const { user } = await renderAt(start)
    await tick(user)
    const alert = within(await screen.findByRole('dialog', { name: question }))
    expect(alert.getByText('They are taken back at once, even if you do not finish this request.')).toBeDefined()
    await user.click(alert.getByRole('button', { name: 'Close request(s) & proceed' }))
    await heading('Moved to a new location?')
    await press(user, 'Close')
    const leave = within(await screen.findByRole('dialog', { name: 'Leave this request?' }))
    expect(
      leave.getByText(/^Taken back already, and not restored: Repair of .+ If you still want it, raise it again\.$/),
    ).toBeDefined()
  })

  test('REVOKE-06, ERR-20: when they cannot be taken back, the reason is shown and the flow stays', async () => {
    serveClosure({ check: live(true) })
    server.use(http.post(call('/api/ServiceRequests/revokeTickets'), () => fault(409, 'The team is on its way.')))
    const { user, location } = await renderAt(start)
    await tick(user)
    await press(user, 'Close request(s) & proceed')
    expect((await screen.findByRole('alert')).textContent).toBe('The team is on its way.')
    expect(location().search).not.toHaveProperty('requestStep')
    await press(user, 'Keep them')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: question })).toBeNull())
  })

  test('an accepted transfer in the way says who can still end it', async () => {
    const transfer = { requestType: 690 as const, requestTypeName: 'Ownership Transfer' }
    const check = live(false)
    const tickets = check.revokeTickets.flatMap((group) => group.tickets).slice(0, 1)
    const accepted = tickets.map((ticket) => ({
      ...ticket,
      ...transfer,
      status: 'in_progress' as const,
      revokeAllowed: false,
    }))
    serveClosure({ check: { ...check, revokeTickets: [{ ...transfer, tickets: accepted }] } })
    const { user } = await renderAt(start)
    await tick(user)
    expect(
      await screen.findByText(/the new owner has accepted, so you cannot take it back yourself\. They can still give/),
    ).toBeDefined()
    expect(screen.queryByText(/our team has begun/)).toBeNull()
  })

  test('REVOKE-07, REVOKE-08, ERR-04, CONST-13: when they may not be, the kinds are named for 5 s, and what can be done stays', async () => {
    const timer = vi.spyOn(window, 'setTimeout')
    const sent = serveClosure({ check: live(false) })
    const { user, location } = await renderAt(start)
    await tick(user)
    const words =
      'Looks like you have some live Repair, Relocation request(s) against some of the items. Please contact support for further assistance.'
    const alert = within(await screen.findByRole('alert'))
    expect(alert.queryByText(words)).toBeNull()
    expect(
      alert.getByText(/^Repair of Wooden sofa set, 3 seater: it can only be taken back by our support\./),
    ).toBeDefined()
    expect(screen.getByRole('link', { name: 'See request T9' }).getAttribute('href')).toMatch(/\?ticketId=T9$/)
    expect(screen.getByText('Or untick these items and go on with the others.')).toBeDefined()
    expect(toasts.get().map((toast) => toast.text)).toEqual([words])
    expect(timer).toHaveBeenCalledWith(expect.any(Function), 5000)
    expect(sent.revoke).toEqual([])
    expect(location().search).not.toHaveProperty('requestStep')
  })

  test('items with a live request say so where they are picked', async () => {
    serveClosure()
    server.use(
      http.get(call('/api/Dashboards/getServiceRequest'), () =>
        HttpResponse.json({ serviceRequests: [details({ orderItemIds: [11] })], total: 1 }),
      ),
    )
    await renderAt(start)
    expect(await screen.findByText('Live request: Relocation (T15) · 22 Nov 2026')).toBeDefined()
  })

  test('a check that fails says so and can be repeated', async () => {
    serveClosure()
    server.use(
      http.post(
        call('/api/ServiceRequests/checkIfTicketsCanExistsParallely'),
        () => fault(409, 'A request can be raised for active items only.'),
        { once: true },
      ),
    )
    const { user } = await renderAt(start)
    await tick(user)
    expect((await screen.findByRole('alert')).textContent).toBe('A request can be raised for active items only.')
    await press(user, 'Continue')
    expect(await heading('Moved to a new location?')).toBeDefined()
  })
})
