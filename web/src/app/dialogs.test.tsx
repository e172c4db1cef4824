import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { storageKeys } from '#/platform/storage'
import { aDashboard, aProduct } from '#/test/builders'
import { call, http } from '#/test/contract'
import { anAddress } from '#/test/places'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'
import { setViewport } from '#/test/viewport'

const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name })
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

function dashboard(change: Parameters<typeof aDashboard>[0]) {
  server.use(http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(aDashboard(change))))
}

describe('the address opens the dialog, the page stays', () => {
  const dialogs: [id: string, query: string, title: string][] = [
    ['DIALOG-02, FLOW-04', 'requestType=create-new-request', 'Create a new request'],
    ['DIALOG-03', 'requestType=repair-request', 'Repair Request'],
    ['DIALOG-04', 'requestType=relocate-subscription', 'Relocation Request'],
    ['DIALOG-05', 'requestType=transfer-ownership', 'Transfer Ownership'],
    ['DIALOG-06', 'requestType=close-subscription', 'Close Subscription'],
    ['DIALOG-07', 'requestType=extend-subscription', 'Extend Subscription'],
    ['DIALOG-09', 'paymentMode=easy-payment', 'Easy Payment'],
    ['DIALOG-10', 'paymentMode=easy-payment&paymentType=auto-debit', 'Easy Payment'],
    ['DIALOG-12', 'showAutoDebit=true', 'Auto Debit'],
    ['DIALOG-13', 'showAutoDebit=true&notInterested=true', 'You will be missing out!'],
    ['DIALOG-15', 'showSettlement=true', 'Final Settlement'],
  ]
  test.each(dialogs)('%s: ?%s', async (_, query, title) => {
    const { location } = await renderAt(`/home?${query}`)
    expect(await dialog(title)).toBeDefined()
    expect(location().pathname).toBe('/home')
  })

  test.each([
    'paymentMode=cash',
    'paymentMode=false',
    'showAutoDebit=false',
    'showAutoDebit=1',
    'showSettlement=false',
    'requestType=nonsense',
    'requestType=nonsense&requestStep=bank-details',
    'showAutoDebit=false&notInterested=true',
    'openChat=false',
  ])('DIALOG-09, DIALOG-12: ?%s means nothing and leaves the address', async (query) => {
    const { location, history } = await renderAt(`/home?${query}&utm=sms`)
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(history.location.href).not.toMatch(/nonsense|cash|false|=1/))
    expect(location().search).toMatchObject({ utm: 'sms' })
    expect(Object.keys(location().search)).toEqual(
      expect.not.arrayContaining(['requestType', 'paymentMode', 'showAutoDebit']),
    )
  })

  test.each([390, 1440])('DIALOG-01: on any page of the default layout, at %d px', async (width) => {
    setViewport(width)
    const { location } = await renderAt('/settings?requestType=repair-request&utm=sms')
    expect(await dialog('Repair Request')).toBeDefined()
    expect(location()).toMatchObject({ pathname: '/settings', search: { utm: 'sms' } })
  })
})

describe('closing', () => {
  test('DIALOG-14, DIALOG-16: without its key in the address a dialog is closed', async () => {
    const { router } = await renderAt('/home?showAutoDebit=true', { before: ['/home', '/home'] })
    await dialog('Auto Debit')
    await router.navigate({ to: '/home', search: { showSettlement: 'true' } })
    await dialog('Final Settlement')
    await router.navigate({ to: '/home', search: {} })
    await noDialog()
  })

  test('DIALOG-19: after landing directly, Close clears the dialog keys and keeps the others', async () => {
    const { user, location } = await renderAt('/home?requestType=close-subscription&utm=sms')
    await user.click(within(await dialog('Close Subscription')).getByRole('button', { name: 'Close' }))
    await noDialog()
    expect(location()).toMatchObject({ pathname: '/home', search: { utm: 'sms' } })
  })

  test("DIALOG-19: after landing directly, the browser's Back closes the dialog too", async () => {
    const { history, location } = await renderAt('/home?requestType=close-subscription')
    await dialog('Close Subscription')
    await waitFor(() => expect(history.length).toBe(2))
    history.back()
    await noDialog()
    expect(location().href).toBe('/home')
  })

  test('a dialog that was opened here closes by going back, so that Back does not open it again', async () => {
    const { user, router, history, location } = await renderAt('/home', { before: ['/kyc', '/settings'] })
    await screen.findByRole('heading', { level: 1 })
    await router.navigate({ to: '/home', search: { requestType: 'create-new-request' } })
    const back = vi.spyOn(history, 'go')
    await user.click(within(await dialog('Create a new request')).getByRole('button', { name: 'Close' }))
    await noDialog()
    expect(back).toHaveBeenCalledWith(-1)
    expect(location().href).toBe('/home')
  })

  test('Escape closes, and the focus goes back to the link that opened', async () => {
    setViewport(1440)
    const { user } = await renderAt('/home', { before: ['/kyc', '/settings'] })
    const opener = await within(await screen.findByRole('navigation', { name: 'Dashboard menu' })).findByRole('link', {
      name: 'Create Request',
    })
    opener.focus()
    await user.keyboard('{Enter}')
    await dialog('Create a new request')
    await user.keyboard('{Escape}')
    await noDialog()
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })

  test('DIALOG-22: a fresh page with a step clears the query and opens nothing', async () => {
    const { location } = await renderAt('/home?requestType=close-subscription&requestStep=bank-details&utm=sms')
    await screen.findByRole('heading', { level: 1 })
    expect(location().search).toEqual({ utm: 'sms' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('DIALOG-08, DIALOG-22: a step reached inside the app stays', async () => {
    const free = { success: true, message: '', proceedWithTicketCreation: true, revokeAllowed: true, revokeTickets: [] }
    server.use(
      http.post(call('/api/ServiceRequests/checkIfTicketsCanExistsParallely'), () => HttpResponse.json(free)),
      http.get(call('/api/RMUsers/7/addresses'), () => HttpResponse.json([anAddress()])),
    )
    const { user, location } = await renderAt('/home?requestType=repair-request')
    await user.click((await screen.findAllByRole('checkbox'))[0] as HTMLElement)
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(location().search).toMatchObject({ requestStep: 'confirm-your-location' }))
    expect(await dialog('Repair Request')).toBeDefined()
  })

  test('DIALOG-11: a payment step may be opened by a link', async () => {
    const { location } = await renderAt('/home?paymentMode=easy-payment&paymentStep=auto-debit-add-new-payment-mode')
    expect(await dialog('Easy Payment')).toBeDefined()
    expect(location().search).toMatchObject({ paymentStep: 'auto-debit-add-new-payment-mode' })
  })
})

describe('the list of requests', () => {
  // CREATE-01, CREATE-02, CREATE-03, CREATE-04
  test('CREATE-01 to CREATE-04: four offers, each opens its flow', async () => {
    const { user } = await renderAt('/home?requestType=create-new-request')
    const list = within(await dialog('Create a new request'))
    const names = list.getAllByRole('link').map((link) => link.querySelector('.font-semibold')?.textContent)
    expect(names).toEqual(['Transfer Ownership', 'Relocate Subscription', 'Close subscription', 'Repair request'])
    await user.click(list.getByRole('link', { name: /Repair request/ }))
    expect(await dialog('Repair Request')).toBeDefined()
  })

  test('CREATE-05, ROLE-04: an agent may also extend', async () => {
    window.localStorage.setItem(storageKeys.isDirectLogin, 'true')
    await renderAt('/home?requestType=create-new-request')
    expect(
      within(await dialog('Create a new request')).getByRole('link', { name: /Extend Subscription/ }),
    ).toBeDefined()
  })
})

describe('choosing products', () => {
  test.each([
    ['relocate-subscription', 'relocation'],
    ['close-subscription', 'close subscription'],
    ['repair-request', 'repair'],
  ])('CREATE-06: nothing eligible for %s', async (requestType, type) => {
    dashboard({ activeProductLists: [aProduct({ deliveryStatus: 300 })] })
    await renderAt(`/home?requestType=${requestType}`)
    const words = `You don't have any active products which are eligible to raise ${type} request!`
    expect(await screen.findByText(words)).toBeDefined()
  })

  test('CONST-06: only items with delivery status 200; a transfer only those that may change hands', async () => {
    dashboard({
      activeProductLists: [
        aProduct({ id: 1, name: 'Sofa' }),
        aProduct({ id: 2, name: 'Bed', isCILAllowed: false }),
        aProduct({ id: 3, name: 'Gone', deliveryStatus: 300 }),
      ],
    })
    const { router } = await renderAt('/home?requestType=repair-request')
    await dialog('Repair Request')
    expect((await screen.findAllByRole('checkbox')).length).toBe(2)
    await router.navigate({ to: '/home', search: { requestType: 'transfer-ownership' } })
    await dialog('Transfer Ownership')
    await waitFor(() => expect(screen.getAllByRole('checkbox').length).toBe(1))
  })

  test('CONST-27: 150 px of room in request flows, 100 in easy payment, 180 in settlement', async () => {
    const { router } = await renderAt('/home?requestType=close-subscription')
    const room = async (name: string) => {
      const body = (await dialog(name)).querySelector<HTMLElement>('[style*="padding-bottom"]')
      return body?.style.paddingBottom
    }
    expect(await room('Close Subscription')).toBe('150px')
    await router.navigate({ to: '/home', search: { paymentMode: 'easy-payment' } })
    expect(await room('Easy Payment')).toBe('100px')
    await router.navigate({ to: '/home', search: { showSettlement: 'true' } })
    expect(await room('Final Settlement')).toBe('180px')
  })
})

describe('asked to close twice before the browser has gone back', () => {
  test.each([
    ['Close Subscription', { requestType: 'close-subscription' }],
    ['Final Settlement', { showSettlement: 'true' }],
  ] as const)('%s closes once, and the page is neither left nor loaded anew', async (name, search) => {
    const { user, router, history, location } = await renderAt('/home', { before: ['/kyc', '/settings'] })
    await screen.findByRole('heading', { level: 1 })
    await router.navigate({ to: '/home', search })
    await dialog(name)
    const { go } = history
    const moves: number[] = []
    const arrivals: (() => void)[] = []
    vi.spyOn(history, 'go').mockImplementation((steps, options) => {
      moves.push(steps)
      arrivals.push(() => go(steps, options))
    })
    await user.keyboard('{Escape}{Escape}')
    await waitFor(() => expect(moves).toHaveLength(1))
    for (let arrive = arrivals.shift(); arrive; arrive = arrivals.shift()) arrive()
    await noDialog()
    // The move that waited for the first one is decided now.
    await timeOfNextMove()
    for (let arrive = arrivals.shift(); arrive; arrive = arrivals.shift()) arrive()
    expect(moves, 'to go 0 steps loads the page anew').toEqual([-1])
    expect(location()).toMatchObject({ pathname: '/home', search: {} })
  })

  /** A waiting move is made in a task of its own. */
  const timeOfNextMove = () => new Promise((resolve) => setTimeout(resolve))
})

describe('easy payment and settlement', () => {
  test('EASYPAY-13: no section reads "No options yet!", and Go Back closes', async () => {
    dashboard({ hasLiveOrder: false, paymentOptions: [] })
    const { user } = await renderAt('/home?paymentMode=easy-payment')
    expect(await screen.findByText('No options yet!')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Go Back' }))
    await noDialog()
  })

  test('no settlement says so', async () => {
    await renderAt('/home?showSettlement=true')
    expect(await screen.findByText('There is nothing to settle now.')).toBeDefined()
  })
})
