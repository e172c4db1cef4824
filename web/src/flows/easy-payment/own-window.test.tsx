import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { aMeta, aUpiCard, mandates, options } from '#/test/auto-debit'
import { call, http } from '#/test/contract'
import { at, autoDebit, button, told } from '#/test/easy-payment'
import { fault } from '#/test/handlers'
import { aHold } from '#/test/hold'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

describe('in a window of its own', () => {
  async function open(popup: object | null, name = 'UPI', held?: Promise<undefined>) {
    const paymentOptions = options.map((option) => ({ ...option, gateway: 'BILLDESK' }))
    const setting = mandates({ cards: [] }, aMeta({ autoDebit: { ...aMeta().autoDebit, paymentOptions } }))
    if (held) server.use(http.get(call('/api/UserProfiles/getBilldeskOptions'), () => held, { once: true }))
    const opened = vi.spyOn(window, 'open').mockReturnValue(popup as Window | null)
    const app = await renderAt(at('auto-debit-add-new-payment-mode'), { before: ['/home', autoDebit] })
    await app.user.click(await button(new RegExp(`^${name}`)))
    await app.user.click(await button('Set Auto Debit'))
    if (!held) await waitFor(() => expect(setting.asked.options).toHaveLength(1))
    return { ...setting, ...app, opened }
  }

  const aWindow = () => ({
    document: { title: '' },
    location: { replace: vi.fn() },
    closed: false,
    close() {
      this.closed = true
    },
  })

  test.each([
    ['UPI', 'sdk?upi=true'],
    ['Debit or credit card', 'sdk?upi=false'],
    ['Net banking', 'sdk?emandate=true'],
  ])('CALL-57: %s opens the isolated page there', async (name, query) => {
    const popup = aWindow()
    const { asked } = await open(popup, name)
    expect(asked.options).toEqual([query])
    expect(await screen.findByRole('dialog', { name: 'Approve Auto Debit in the other window' })).toBeDefined()
    expect(popup.location.replace).toHaveBeenCalledWith('/pay/m-502?lang=en')
  })

  test('CALL-61: the signed word of the window is captured', async () => {
    const popup = aWindow()
    const { asked, state } = await open(popup)
    await screen.findByRole('dialog', { name: 'Approve Auto Debit in the other window' })
    state.onCapture = () => {
      state.cards = { cards: [aUpiCard()], activeCardId: 'u-1', activeGatewayType: 'BILLDESK' }
    }
    const data = { type: 'rento:payment', outcome: 'success', mandate_response: 'signed' }
    const said = new MessageEvent('message', { data, origin: 'null' })
    Object.defineProperty(said, 'source', { value: popup })
    window.dispatchEvent(said)
    await waitFor(() => expect(told()).toEqual(['Auto Debit Set Successfully!']))
    expect(asked.captured).toEqual([{ billDeskResponse: { bdOrderId: 'BD1', txnResponse: 'signed' } }])
    expect(popup.closed).toBe(true)
    expect(await screen.findByText('asha@okbank')).toBeDefined()
  })

  test('Back before the window has its page stays at the confirmation, and no page comes', async () => {
    const popup = aWindow()
    const { held, letGo } = aHold()
    const { asked, history, location } = await open(popup, 'UPI', held)
    await waitFor(async () => expect((await button('Set Auto Debit')).getAttribute('aria-busy')).toBe('true'))
    history.back()
    expect(await screen.findByText('Auto Debit is not set up yet')).toBeDefined()
    expect(location().search.paymentStep).toBe('auto-debit-payment-confirmation')
    expect(popup.closed).toBe(true)
    letGo()
    await waitFor(() => expect(asked.options).toHaveLength(1))
    expect((await button('Set Auto Debit')).disabled).toBe(false)
    expect(popup.location.replace).not.toHaveBeenCalled()
    expect(screen.queryByRole('dialog', { name: 'Approve Auto Debit in the other window' })).toBeNull()
  })

  test('a window is not left behind where the person goes elsewhere before it has its page', async () => {
    const popup = aWindow()
    const { held, letGo } = aHold()
    const { user } = await open(popup, 'UPI', held)
    await user.click(await button('Close'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(popup.closed).toBe(true)
    letGo()
  })

  test('a session that ends leaves the window of the bank open', async () => {
    const popup = aWindow()
    const { left, queryClient } = await open(popup)
    await screen.findByRole('dialog', { name: 'Approve Auto Debit in the other window' })
    server.use(http.all(call('/api/*'), () => fault(401, 'Please sign in again.')))
    void queryClient.invalidateQueries()
    await waitFor(() => expect(left.replace).toHaveBeenCalledTimes(1))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(popup.closed).toBe(false)
  })

  test('a window that is closed is noticed', async () => {
    const popup = aWindow()
    await open(popup)
    await screen.findByRole('dialog', { name: 'Approve Auto Debit in the other window' })
    popup.close()
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Auto Debit is not set up yet/)
  })

  test('a browser that refuses windows goes to the page itself', async () => {
    const { left } = await open(null)
    await waitFor(() => expect(left.to).toHaveBeenCalledWith('/pay/m-502?lang=en'))
  })
})
