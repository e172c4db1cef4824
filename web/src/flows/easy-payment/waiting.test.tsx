import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aCard, mandates } from '#/test/auto-debit'
import { call, http } from '#/test/contract'
import { at, autoDebit, button, told } from '#/test/easy-payment'
import { fault } from '#/test/handlers'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

const waiting = aCard({ status: 'initiated' })
const confirmed = { cards: [aCard()], activeCardId: 'c-1', activeGatewayType: 'RAZORPAY' }

const region = () => screen.findByRole('region', { name: 'HDFC Visa' })

test('a set-up that the bank has yet to decide asks the bank when it is opened, and again on a press', async () => {
  const { asked } = mandates({ cards: [waiting] })
  const { user } = await renderAt(autoDebit)
  const card = within(await region())
  expect(card.getByText(/Your bank has not confirmed it yet/)).toBeDefined()
  expect(await card.findByText('We have just asked: your bank has not decided yet.')).toBeDefined()
  expect(asked.bank).toEqual([{ cardId: 'c-1' }])
  await user.click(await button('Check now'))
  await waitFor(() => expect(asked.bank).toHaveLength(2))
})

test('a late yes of the bank changes the screen', async () => {
  const { state } = mandates({ cards: [waiting] })
  const { user } = await renderAt(autoDebit)
  await within(await region()).findByText(/We have just asked/)
  state.atBank = { success: true, card: aCard() }
  state.cards = confirmed
  await user.click(await button('Check now'))
  expect(await screen.findByText('Active')).toBeDefined()
  expect(told()).toEqual(['Auto Debit Set Successfully!'])
})

test('a bank that cannot be asked is said, and can be asked again', async () => {
  mandates({ cards: [waiting] })
  server.use(http.post(call('/api/Dashboards/checkMandate'), () => fault(502, 'Our partner did not answer.')))
  await renderAt(autoDebit)
  const card = within(await region())
  expect((await card.findByRole('alert')).textContent).toBe('Our partner did not answer.')
  expect((await button('Check now')).disabled).toBe(false)
})

/** Goes to the page of the bank, and has the page say that the customer has agreed. */
async function agree(setting: ReturnType<typeof mandates>) {
  const app = await renderAt(at('auto-debit-add-new-payment-mode'), { before: ['/home', autoDebit] })
  await app.user.click(await button(/^Debit or credit card/))
  await app.user.click(await button('Set Auto Debit'))
  const frame = await screen.findByTitle<HTMLIFrameElement>('Approve Auto Debit')
  const proof = { razorpay_payment_id: 'pay_1', razorpay_order_id: 'order_1', razorpay_signature: 'sig' }
  setting.state.captured = { success: false, card: waiting }
  setting.state.onCapture = () => {
    setting.state.cards = { cards: [waiting] }
  }
  const data = { type: 'rento:payment', outcome: 'success', ...proof }
  window.dispatchEvent(new MessageEvent('message', { data, origin: 'null', source: frame.contentWindow }))
  return app
}

test('after the page of the bank, an undecided set-up stands on the first screen', async () => {
  const setting = mandates()
  const { location } = await agree(setting)
  expect(await within(await region()).findByText('Waiting for your bank')).toBeDefined()
  expect(location().search).toEqual({ paymentMode: 'easy-payment', paymentType: 'auto-debit' })
})

test('a yes that comes later is said there, with what follows from it', async () => {
  const setting = mandates()
  const { queryClient } = await agree(setting)
  await within(await region()).findByText('Waiting for your bank')
  setting.state.cards = { ...confirmed, nextDebitDate: '2026-12-03' }
  await queryClient.invalidateQueries()
  expect(await screen.findByText('Your rent is debited from it. The next debit is on 3 Dec 2026.')).toBeDefined()
  expect(told()).toContain('Auto Debit Set Successfully!')
})

test('whoever leaves the page of the bank has the bank asked, because they may have agreed there', async () => {
  const setting = mandates()
  const app = await renderAt(at('auto-debit-add-new-payment-mode'), { before: ['/home', autoDebit] })
  await app.user.click(await button(/^Debit or credit card/))
  await app.user.click(await button('Set Auto Debit'))
  await screen.findByTitle('Approve Auto Debit')
  setting.state.atBank = { success: true, card: aCard() }
  setting.state.cards = confirmed
  app.history.back()
  await waitFor(() => expect(told()).toEqual(['Auto Debit Set Successfully!']))
  expect(setting.asked.bank).toEqual([{ cardId: 'c-1' }])
})

test('pressing again while the bank decides leads to what waits', async () => {
  const setting = mandates()
  const { user } = await renderAt(at('auto-debit-add-new-payment-mode'), { before: ['/home', autoDebit] })
  await user.click(await button(/^Debit or credit card/))
  setting.state.refusal = [409, 'You have set this up already.', { code: 'mandate.at_bank' }]
  setting.state.cards = { cards: [waiting] }
  await user.click(await button('Set Auto Debit'))
  expect(await within(await region()).findByText('Waiting for your bank')).toBeDefined()
})
