import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { restartPageLoad } from '#/app/guards/fresh-flow'
import { reloadAtWidthBoundary } from '#/platform/viewport-reload'
import { clearPaymentRequest, requestPayment } from '#/state/payment-request'
import { aDashboard, aPendingDebit, pendingDebitWords } from '#/test/builders'
import { choose, heading, made, press, serveClosure, sofa, start, toConfirmation } from '#/test/closure'
import { call, http } from '#/test/contract'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'
import { setViewport } from '#/test/viewport'
import { pendingDues } from './model'

vi.mock('#/state/payment-request', { spy: true })

beforeAll(() => import('./CloseFlow'), 60_000)

describe('raised', () => {
  test('CLOSE-16, VALID-31, SUCCESS-01, SUCCESS-03: the request is sent once and the success is told', async () => {
    const sent = serveClosure({ made: { ...made, earlyClosureCharge: 0, totalPayableAmount: 0 } })
    const { user, location } = await renderAt(start)
    await toConfirmation(user)
    await press(user, "I'd rather close anyway")
    expect(await heading('Request Created Successfully')).toBeDefined()
    expect(location().search).toMatchObject({ requestStep: 'request-created-successfully' })
    expect(sent.confirm).toEqual([
      {
        id: 7,
        orderItemIds: [11],
        addressId: 5,
        preferredPickupDate: '2026-11-24',
        message: 'Moving out',
        closureCharge: 1770,
      },
    ])
    const words =
      'Your request has been raised successfully you can check the updates in the profile section of the app.'
    expect(screen.getByText(words)).toBeDefined()
    expect(screen.getByText('T77')).toBeDefined()
    expect(screen.getByText(/^Tuesday,? 24 November,? 2026$/)).toBeDefined()
    expect(screen.getByText(/^Our team comes on 24 Nov 2026; we remind you/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'See Request Status' }).getAttribute('href')).toMatch(
      /\/my-subscriptions\/all-requests$/,
    )
  })

  test('SUCCESS-04: Close leads home and asks nothing', async () => {
    serveClosure()
    const { user, location } = await renderAt('/settings?requestType=close-subscription')
    await toConfirmation(user)
    await press(user, "I'd rather close anyway")
    await heading('Request Created Successfully')
    await press(user, 'Close')
    await waitFor(() => expect(location().href).toBe('/home'))
  })

  test('CLOSE-25, CLOSE-26, CLOSE-27: what is owed is the charge and what remains of the total, to the paisa', async () => {
    expect(pendingDues(made)).toEqual({ total: 2269.6, charge: 1770, rest: 499.6 })
    const alone = pendingDues({ ...made, earlyClosureCharge: 637.88, totalPayableAmount: 637.88 })
    expect(alone).toEqual({ total: 637.88, charge: 637.88, rest: 0 })
    expect(pendingDues({ ...made, earlyClosureCharge: 0.1, totalPayableAmount: 0.3 }).rest).toBe(0.2)
    serveClosure()
    const { user } = await renderAt(start)
    await toConfirmation(user)
    await press(user, "I'd rather close anyway")
    expect(await screen.findByText('Total pending dues')).toBeDefined()
    expect(screen.getByText('What is still open at the settlement is paid from your refund first.')).toBeDefined()
    const lines = screen
      .getAllByRole('definition')
      .map((value) => value.firstChild?.textContent)
      .slice(-3)
    expect(lines).toEqual(['₹1,770₹1,770', '₹499.60₹499.60', 'to be calculated'])
  })

  test('SUCCESS-06: Pay Later closes', async () => {
    serveClosure()
    const { user, location } = await renderAt(start)
    await toConfirmation(user)
    await press(user, "I'd rather close anyway")
    await press(user, 'Pay Later')
    await waitFor(() => expect(location().href).toBe('/home'))
    expect(requestPayment).not.toHaveBeenCalled()
  })

  test('SUCCESS-07: while the bank has a debit it is named, and Pay Later is left', async () => {
    serveClosure()
    server.use(
      http.get(call('/api/Dashboards/dashboardData'), () =>
        HttpResponse.json(aDashboard({ pendingPayments: [aPendingDebit] })),
      ),
    )
    const { user } = await renderAt(start)
    await toConfirmation(user)
    await press(user, "I'd rather close anyway")
    expect(await screen.findByText(pendingDebitWords)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Pay Now' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Pay Later' })).toBeDefined()
  })

  test.each([
    ['SUCCESS-07: a full closure is paid by hand', true, true, false],
    ['SUCCESS-08: a partial closure starts an auto-debit rent payment', false, true, true],
    ['SUCCESS-08: whoever is not eligible for auto debit pays by hand', false, false, false],
  ])('%s', async (_, isFullClosure, isAutoDebitRequired, autoDebit) => {
    serveClosure({ made: { ...made, isFullClosure } })
    vi.mocked(requestPayment).mockImplementation(() => clearPaymentRequest())
    server.use(
      http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(aDashboard({ isAutoDebitRequired }))),
    )
    const { user } = await renderAt(start)
    await toConfirmation(user)
    await press(user, "I'd rather close anyway")
    await press(user, 'Pay Now')
    expect(requestPayment).toHaveBeenCalledWith({ type: 'due', autoDebit })
  })
})

describe('the way through the flow', () => {
  test('FLOW-02, CLOSE-18: each step is an entry of the address, and Back comes back', async () => {
    serveClosure()
    const { user, history, location } = await renderAt('/settings?requestType=close-subscription', {
      before: ['/home', '/home'],
    })
    await toConfirmation(user)
    await heading('Early closure charges')
    expect(location()).toMatchObject({
      pathname: '/settings',
      search: { requestType: 'close-subscription', requestStep: 'close-subscription-confirmation' },
    })
    history.back()
    await heading('How do you wish to be refunded?')
    history.back()
    expect(await heading('When and why should we pick up?')).toBeDefined()
    expect(await screen.findByRole('button', { name: /24 November 2026, chosen/ })).toBeDefined()
    history.back()
    await heading('Moved to a new location?')
    history.back()
    expect(await screen.findByRole('checkbox', { name: sofa })).toHaveProperty('checked', true)
  })

  test('DIALOG-22: a step whose draft is empty clears the keys of the flow', async () => {
    serveClosure()
    const { router, location } = await renderAt('/home?utm=sms')
    await screen.findByRole('heading', { level: 1 })
    await router.navigate({
      to: '/home',
      search: { utm: 'sms', requestType: 'close-subscription', requestStep: 'close-subscription-confirmation' },
    })
    await waitFor(() => expect(location().search).toEqual({ utm: 'sms' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('whoever has chosen something is asked once before leaving', async () => {
    serveClosure()
    const { user, location } = await renderAt(start)
    await user.click(await screen.findByRole('checkbox', { name: sofa }))
    await press(user, 'Close')
    const asked = () => screen.findByRole('dialog', { name: 'Leave this request?' })
    await user.click(within(await asked()).getByRole('button', { name: 'Stay' }))
    await waitFor(() => expect(screen.queryByText('Leave this request?')).toBeNull())
    expect(location().search).toMatchObject({ requestType: 'close-subscription' })
    await press(user, 'Close')
    await user.click(within(await asked()).getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(location().search).not.toHaveProperty('requestType'))
  })

  test('whoever has chosen nothing is not asked', async () => {
    serveClosure()
    const { user, location } = await renderAt(start)
    await screen.findByRole('checkbox', { name: sofa })
    await press(user, 'Close')
    await waitFor(() => expect(location().search).not.toHaveProperty('requestType'))
  })

  test('LAYOUT-07: the draft survives the reload at the width boundary, and is gone after it was taken', async () => {
    serveClosure()
    const first = await renderAt(start)
    await choose(first.user)
    await heading('When and why should we pick up?')
    await first.user.click(await screen.findByRole('button', { name: /24 November 2026/ }))
    const undo = reloadAtWidthBoundary()
    setViewport(1440)
    undo()
    expect(first.left.reload).toHaveBeenCalled()
    first.unmount()
    restartPageLoad()
    await renderAt(`${start}&requestStep=choose-date-and-reason-of-pickup`)
    expect(await screen.findByRole('button', { name: /24 November 2026, chosen/ })).toBeDefined()
    expect(Object.keys(window.sessionStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
  })
})
