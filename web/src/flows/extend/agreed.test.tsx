// Imported before a test's timeout starts, because loading a whole flow can take longer.
import './AgreedExtension'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { Upcoming } from '#/features/upcoming/queries'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'
import { details } from '#/test/tickets'
import { setViewport } from '#/test/viewport'

const takeBackCall = call('/api/RMUsers/:id/takeBackExtension')

const agreed: Upcoming['extensions'][number] = {
  orderItemId: 11,
  productName: 'Sofa',
  rentAmount: 1424,
  startDate: '2027-01-16',
  tenureEndDate: '2027-07-16',
  isAC: false,
  maxLeavingCharge: 2248.5,
  rentBefore: 1499,
  tenureEndBefore: '2027-01-16',
  takeBackUntil: '2027-01-15',
}

const later = {
  ...agreed,
  startDate: '2027-07-16',
  tenureEndDate: '2028-01-16',
  rentBefore: 1424,
  rentBeforeFrom: '2027-01-16',
  tenureEndBefore: '2027-07-16',
  takeBackUntil: '2027-07-15',
}

function serve(extensions: Upcoming['extensions'] = [agreed]) {
  const world = { extensions, sent: [] as unknown[] }
  server.use(
    http.get(call('/api/Dashboards/upcoming'), () =>
      HttpResponse.json({ requests: [], transfers: [], extensions: world.extensions }),
    ),
    http.post(takeBackCall, async ({ request }) => {
      world.sent.push(await request.json())
      world.extensions = []
      return HttpResponse.json({ success: true })
    }),
  )
  return world
}

beforeEach(() => setViewport(1440))

test('from home an agreed extension is looked at and taken back; home does not show it any more', async () => {
  const world = serve()
  const { user, location } = await renderAt('/home')
  await user.click(await screen.findByRole('link', { name: /Sofa is extended/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Sofa is extended' })
  expect(location().search).toEqual({ extension: '11-2027-01-16' })
  for (const said of [
    'Sofa stays with you until 16 Jul 2027.',
    '₹1,424 a month plus GST from 16 Jan 2027',
    'Giving it back before 16 Jul 2027 costs up to ₹2,248.50 plus GST, but never more than the rent that is left.',
    'You can take this extension back until 15 Jan 2027, free of charge.',
    'When you take it back, the tenure ends on 16 Jan 2027 as before, and the rent stays ₹1,499 a month plus GST.',
  ])
    expect(await within(dialog).findByText(said)).toBeDefined()
  await user.click(within(dialog).getByRole('button', { name: 'Take the extension back' }))
  expect(await screen.findByText('The extension was taken back.')).toBeDefined()
  await waitFor(() => expect(location().search).toEqual({}))
  await waitFor(() => expect(screen.queryByRole('link', { name: /Sofa is extended/ })).toBeNull())
  expect(world.sent).toEqual([{ id: 7, orderItemId: 11, tenureEndDate: '2027-07-16' }])
})

test('a request that counts on the extension is named, with the way to it', async () => {
  serve()
  server.use(http.post(takeBackCall, () => fault(409, 'Take the closure T9 back first.', { ticketId: 'T9' })))
  const { user } = await renderAt('/home?extension=11')
  const dialog = await screen.findByRole('dialog', { name: 'Sofa is extended' })
  await user.click(within(dialog).getByRole('button', { name: 'Take the extension back' }))
  const alert = await within(dialog).findByRole('alert')
  expect(alert.textContent).toContain('Take the closure T9 back first.')
  expect(within(alert).getByRole('link').getAttribute('href')).toContain('ticketId=T9')
})

test('of two extensions each row opens its own; the earlier one leads to the later one, which is taken back first', async () => {
  const world = serve([{ ...agreed, takeBackUntil: undefined }, later])
  const { user, location } = await renderAt('/home')
  const rows = await screen.findAllByRole('link', { name: /Sofa is extended/ })
  await user.click(rows[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: 'Sofa is extended' })
  expect(within(dialog).getByText('Sofa stays with you until 16 Jul 2027.')).toBeDefined()
  expect(await within(dialog).findByText('The extension from 16 Jul 2027 has to be taken back first.')).toBeDefined()
  expect(within(dialog).queryByRole('button', { name: 'Take the extension back' })).toBeNull()
  expect(dialog.textContent).not.toContain('You can take this extension back')
  await user.click(within(dialog).getByRole('link', { name: 'See the extension from 16 Jul 2027' }))
  expect(await screen.findByText('Sofa stays with you until 16 Jan 2028.')).toBeDefined()
  expect(location().search).toEqual({ extension: '11-2027-07-16' })
  const means =
    'When you take it back, the tenure ends on 16 Jul 2027 as before, and the rent is ₹1,424 a month plus GST from 16 Jan 2027.'
  expect(await screen.findByText(means)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Take the extension back' }))
  await waitFor(() => expect(world.sent).toEqual([{ id: 7, orderItemId: 11, tenureEndDate: '2028-01-16' }]))
})

test.each([
  [200, 'Closure', 11],
  [690, 'Ownership Transfer', 11],
  [20, 'Repair', 11],
  [200, 'Closure', 12],
] as const)(
  'a live request (%d %s, item %d) that needs the tenure comes first, and no day is promised',
  async (requestType, requestTypeName, item) => {
    serve()
    const itemsLeave = requestType !== 20 // the server says this
    const live = { ...details({ ticketId: 'T9', requestType, requestTypeName, itemsLeave }), orderItemIds: [item] }
    server.use(
      http.get(call('/api/Dashboards/getServiceRequest'), () =>
        HttpResponse.json({ serviceRequests: [live], total: 1 }),
      ),
    )
    await renderAt('/home?extension=11-2027-01-16')
    const dialog = await screen.findByRole('dialog', { name: 'Sofa is extended' })
    const stands = requestType !== 20 && item === 11
    const words = stands
      ? /^A request for this item is under way/
      : /^You can take this extension back until 15 Jan 2027/
    expect(await within(dialog).findByText(words)).toBeDefined()
    expect(within(dialog).queryByText(/free of charge/) === null).toBe(stands)
    expect(within(dialog).queryByRole('button', { name: 'Take the extension back' }) === null).toBe(stands)
    if (stands) expect(within(dialog).getByRole('link').getAttribute('href')).toContain('ticketId=T9')
  },
)

test('on the day on which it begins the refusal stands alone', async () => {
  const world = serve()
  server.use(
    http.post(takeBackCall, () => {
      world.extensions = []
      return fault(409, 'This extension has begun, so it cannot be taken back any more.')
    }),
  )
  const { user } = await renderAt('/home?extension=11-2027-01-16')
  await user.click(await screen.findByRole('button', { name: 'Take the extension back' }))
  expect(await screen.findByText('This extension has begun, so it cannot be taken back any more.')).toBeDefined()
  await waitFor(() => expect(screen.queryByText('Sofa stays with you until 16 Jul 2027.')).toBeNull())
  expect(screen.queryByText('There is no extension here any more.')).toBeNull()
})

test.each([1, 2])(
  'after taking one of %d back the focus is on the list, or at the beginning of the page',
  async (count) => {
    const world = serve(count === 2 ? [agreed, { ...agreed, orderItemId: 12, productName: 'Bed' }] : [agreed])
    server.use(
      http.post(takeBackCall, () => {
        world.extensions = world.extensions.slice(1)
        return HttpResponse.json({ success: true })
      }),
    )
    const { user } = await renderAt('/home')
    await user.click(await screen.findByRole('link', { name: /Sofa is extended/ }))
    await user.click(await screen.findByRole('button', { name: 'Take the extension back' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: /Sofa is extended/ })).toBeNull())
    const place = () =>
      count === 2 ? screen.getByRole('heading', { name: 'What comes next' }) : screen.getByRole('main')
    await waitFor(() => expect(document.activeElement).toBe(place()))
  },
)

test('what has begun, or is gone, has no button and says so', async () => {
  const world = serve([{ ...agreed, takeBackUntil: undefined }])
  const first = await renderAt('/home?extension=11')
  const dialog = await screen.findByRole('dialog', { name: 'Sofa is extended' })
  expect(within(dialog).getByText('This extension cannot be taken back.')).toBeDefined()
  expect(within(dialog).queryByRole('button', { name: 'Take the extension back' })).toBeNull()
  first.unmount()
  world.extensions = []
  await renderAt('/home?extension=11')
  expect(await screen.findByText('There is no extension here any more.')).toBeDefined()
})
