import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import kit from '#/copy/messages/kit/en.json'
import { call, http, type Reply } from '#/test/contract'
import { fault } from '#/test/handlers'
import { aHold } from '#/test/hold'
import { watchKinds } from '#/test/kinds'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

type Answer = Reply<'/api/RMUsers/:id/payOutWallet', 'post'>

/** Opens the form for the UPI id, below the amount of the payout: all of `own()`, in rupees. */
async function openForm(own: () => number, pay: (amount: unknown) => Answer) {
  const row = { id: 1, kind: 'other' as const, isGift: false, date: '2026-11-05T06:00:00Z', description: 'Credit' }
  server.use(
    http.get(call('/api/Dashboards/getWalletTransactions'), () => {
      const amount = own()
      const transactions = [{ ...row, amount, balance: amount }]
      return HttpResponse.json({
        transactions,
        total: 1,
        rentoMoney: amount,
        ownMoney: amount,
        payout: { amount, dueParts: [] },
      })
    }),
    http.get(call('/api/UserProfiles/getBankDetails'), () => HttpResponse.json({ vpa: 'asha@okhdfcbank' })),
    http.post(call('/api/UserProfiles/setUpiDetails'), () => HttpResponse.json({ success: true })),
    http.post(call('/api/RMUsers/:id/payOutWallet'), async ({ request }) =>
      pay(((await request.json()) as { amount?: unknown }).amount),
    ),
  )
  const app = await renderAt('/my-subscriptions/transactions?tab=wallet')
  await app.user.click(await screen.findByRole('link', { name: 'Have it paid to your bank or UPI ID' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Final Settlement' }))
  await app.user.click(await dialog.findByRole('button', { name: 'Refund Via UPI' }))
  const save = await dialog.findByRole('button', { name: 'Save and continue' })
  const shown = () => dialog.getByRole('heading', { name: 'Will be paid to you' }).closest('section')?.textContent
  return { ...app, dialog, save, shown }
}

const paidOut = (): Answer => HttpResponse.json({ success: true, settlementId: 9 })

test('the sum that is shown is paid out; where there is less by now it is refused, and what there is is shown', async () => {
  let own = 500
  const asked: unknown[] = []
  const { dialog, user, save, shown } = await openForm(
    () => own,
    (amount) => {
      asked.push(amount)
      if (amount === own) return paidOut()
      const extra = { code: 'wallet.payout_too_large', field: 'amount', values: { amount: 'Rs. 300' } }
      return fault(422, 'Only Rs. 300 can be paid out.', extra)
    },
  )
  expect(shown()).toContain('₹500')
  expect(dialog.getByText('Saving orders the payout of ₹500.')).toBeDefined()
  own = 300
  await user.click(save)
  expect(await dialog.findByText(/^Only .*300 can be paid out\.$/)).toBeDefined()
  await waitFor(() => expect(shown()).toContain('₹300'))
  await user.click(save)
  await waitFor(() => expect(asked).toEqual([500, 300]))
})

test('what of the wallet is not there any more is not asked for again: without a sum the call would mean all', async () => {
  let own = 500
  const { dialog, user, save } = await openForm(
    () => own,
    () => fault(422, 'There is no money of your own.', { code: 'wallet.nothing_to_pay_out', field: 'amount' }),
  )
  own = 0
  await user.click(save)
  expect(await dialog.findByText('It all goes to what is due now, so nothing can be paid out.')).toBeDefined()
  expect(dialog.queryByRole('button', { name: 'Save and continue' })).toBeNull()
})

test('a payout holds its screen from the first call to the last, and has all that it changes asked for anew', async () => {
  const asked: unknown[] = []
  const { dialog, user, save, queryClient } = await openForm(
    () => 500,
    (amount) => {
      asked.push(amount)
      return paidOut()
    },
  )
  const { held, letGo } = aHold()
  server.use(http.post(call('/api/UserProfiles/setUpiDetails'), () => held))
  const outdated = watchKinds(queryClient)
  await user.click(save)
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  expect(await screen.findByText(kit.kit_sending)).toBeDefined()
  expect(asked, 'nothing is paid to somebody who has left').toEqual([])
  expect(dialog.getByRole('button', { name: 'Save and continue' })).toBeDefined()
  letGo()
  await waitFor(() => expect(outdated()).toEqual(['dashboard', 'deposit', 'invoices', 'refund', 'wallet']))
  expect(asked).toEqual([500])
})
