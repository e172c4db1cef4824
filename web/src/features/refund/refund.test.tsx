import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import kit from '#/copy/messages/kit/en.json'
import en from '#/copy/messages/refund/en.json'
import { storageKeys } from '#/platform/storage'
import { aDashboard } from '#/test/builders'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { aHold } from '#/test/hold'
import { watchKinds } from '#/test/kinds'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'
import { findBank, payOutWallet, type Settlement, setRefundPreference } from './calls'
import { bankSchema } from './model'

const invalidCode = en.refund_ifsc_invalid

const aLine = (kind: Settlement['lines'][number]['kind'], name: string, amount: number) => ({
  kind,
  name,
  isSince: false,
  description: kind,
  amount,
})

const aSettlement: Settlement = {
  id: 1,
  origin: 'pickup',
  state: 'ready',
  lines: [aLine('deposit', 'Sofa', 3000), aLine('charges', 'KA/1', -1191.8)],
  refund: 1808.2,
  paysDue: 0,
  workingDaysLeft: 0,
  isHeld: false,
}

interface World {
  settlement?: Partial<Settlement>
  /** Older settlements. */
  others?: Settlement[]
  payee?: object
}

/** Simulates a server with one settlement, and records what is posted. */
function aServer({ settlement = {}, others = [], payee = {} }: World = {}) {
  const posted: [path: string, body: unknown][] = []
  let preference = 0
  const details: Record<string, unknown> = { ...payee }
  const current = () => ({
    ...aSettlement,
    ...(preference && { refundPreference: preference, promisedBy: '2026-11-28', workingDaysLeft: 7 }),
    ...settlement,
  })
  const { depositDetails, readyRefund } = aDashboard()
  const home = {
    depositBalance: 1808.2,
    depositDetails: { ...depositDetails, isSettlementReady: true },
    readyRefund: { ...readyRefund, count: 1, amount: 1808.2 },
  }
  server.use(
    http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(aDashboard(home))),
    http.get(call('/api/RMUsers/:id/getSettlements'), () =>
      HttpResponse.json({ total: 1, settlements: [current(), ...others] }),
    ),
    http.get(call('/api/RMUsers/:id/getRefundPreference'), () =>
      HttpResponse.json({ success: true, refundPreference: preference }),
    ),
    http.get(call('/api/UserProfiles/getBankDetails'), () => HttpResponse.json(details)),
    http.get(call('/api/UserProfiles/ifsc/:code'), ({ params }) => {
      posted.push(['ifsc', params.code])
      return params.code === 'HDFC0000001'
        ? HttpResponse.json({ BANK: 'HDFC Bank', IFSC: params.code })
        : fault(404, 'Please enter valid IFSC code')
    }),
    http.post(call('/api/RMUsers/:id/setRefundPreference'), ({ request }) => {
      preference = Number(new URL(request.url).searchParams.get('preferenceInt'))
      posted.push(['preference', preference])
      return HttpResponse.json({ success: true, refundPreference: preference })
    }),
    http.post(call('/api/UserProfiles/setBankDetails'), async ({ request }) => {
      const body = (await request.json()) as { details: object }
      posted.push(['bank', body])
      Object.assign(details, body.details)
      return HttpResponse.json({ success: true })
    }),
    http.post(call('/api/UserProfiles/setUpiDetails'), async ({ request }) => {
      const body = (await request.json()) as { details: object }
      posted.push(['upi', body])
      Object.assign(details, body.details)
      return HttpResponse.json({ success: true })
    }),
  )
  return posted
}

async function open() {
  const world = await renderAt('/home?showSettlement=true', { before: ['/home', '/home'] })
  const dialog = within(await screen.findByRole('dialog', { name: 'Final Settlement' }))
  return { ...world, dialog }
}

describe('the refund preference', () => {
  test('REFUND-01, REFUND-02, REFUND-03, REFUND-04, REFUND-05: three ways, and the deposit amount', async () => {
    aServer()
    const { dialog } = await open()
    expect(await dialog.findByRole('heading', { name: 'How do you wish to be refunded?' })).toBeDefined()
    expect(dialog.getByRole('button', { name: 'Straight to Rentomoney Most Popular' })).toBeDefined()
    expect(dialog.getByRole('button', { name: 'Straight to Bank Account' })).toBeDefined()
    expect(dialog.getByRole('button', { name: 'Refund Via UPI' })).toBeDefined()
    expect(dialog.getByText('Deposit to be refunded').parentElement?.textContent).toContain('1,808.20')
  })

  test('a refund with unused rent in advance is not called a deposit alone', async () => {
    const lines = [aLine('deposit', 'Sofa', 900), aLine('advance', 'Sofa', 5116.24)]
    aServer({ settlement: { lines, refund: 6016.24 } })
    const { dialog } = await open()
    const said = await dialog.findByText('Deposit and unused rent to be refunded')
    expect(said.parentElement?.textContent).toContain('6,016.24')
  })

  test('REFUND-17, REFUND-18, MSG-05: Rentomoney is confirmed, set, told, and the dialog closes', async () => {
    const posted = aServer()
    const { dialog, user } = await open()
    await user.click(await dialog.findByRole('button', { name: /Straight to Rentomoney/ }))
    const sure = within(await screen.findByRole('dialog', { name: 'Put ₹1,808.20 into Rentomoney?' }))
    expect(sure.getByText(/pays what falls due next/)).toBeDefined()
    expect(sure.getByText(/Until it is spent you can have it paid/)).toBeDefined()
    await user.click(sure.getByRole('button', { name: 'Choose another way' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /Put/ })).toBeNull())
    expect(posted).toEqual([])
    await user.click(dialog.getByRole('button', { name: /Straight to Rentomoney/ }))
    await user.click(await screen.findByRole('button', { name: 'Put it into Rentomoney' }))
    expect(await screen.findByText('Preference Set Successfully')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(posted).toEqual([['preference', 10]])
  })

  test.each([
    [
      2947,
      /^All of it, ₹1,808\.20, pays what is due now; .* ₹1,138\.80 is still to be paid\.$/,
      '₹1,808.20 paid what was due, ₹0 is in your Rentomoney.',
    ],
    [
      500,
      /^₹500 of it pays what is due now\. The other ₹1,308\.20 is in your Rentomoney at once/,
      '₹500 paid what was due, ₹1,308.20 is in your Rentomoney.',
    ],
  ])(
    'with %s due the question says what is paid now and what remains, and the screen what came of it',
    async (due, asked, told) => {
      aServer()
      server.use(
        http.get(call('/api/Dashboards/dashboardData'), () =>
          HttpResponse.json(aDashboard({ totalPayableAmount: due })),
        ),
      )
      const { dialog, user } = await open()
      await user.click(await dialog.findByRole('button', { name: /Straight to Rentomoney/ }))
      const sure = within(await screen.findByRole('dialog', { name: 'Put ₹1,808.20 into Rentomoney?' }))
      expect(sure.getByText(asked)).toBeDefined()
      expect(sure.queryByText(/Until it is spent/) !== null).toBe(due < 1808)
      await user.click(sure.getByRole('button', { name: 'Put it into Rentomoney' }))
      expect(await screen.findByText(told)).toBeDefined()
    },
  )

  test('the question about Rentomoney names all refunds that would go there', async () => {
    aServer({ others: [{ ...aSettlement, id: 0, origin: 'transfer', refund: 91.8 }] })
    const { dialog, user } = await open()
    await user.click(await dialog.findByRole('button', { name: /Straight to Rentomoney/ }))
    expect(await screen.findByRole('dialog', { name: 'Put ₹1,900 into Rentomoney?' })).toBeDefined()
  })

  test('REFUND-06, REFUND-19, REFUND-20, VALID-22, VALID-24, VALID-26: the bank form, then the settlement', async () => {
    const posted = aServer()
    const { dialog, user } = await open()
    await user.click(await dialog.findByRole('button', { name: 'Straight to Bank Account' }))
    const save = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Save and continue' })
    expect(save.disabled).toBe(true)
    expect(dialog.getByText('Saving orders the payout of ₹1,808.20.')).toBeDefined()
    await user.type(dialog.getByLabelText('Name as per the bank'), ' Chitra Iyer ')
    await user.type(dialog.getByLabelText('Account number'), '50100012345678')
    await user.type(dialog.getByLabelText('IFSC code'), ' hdfc000000199')
    expect(dialog.getByLabelText<HTMLInputElement>('IFSC code').value).toBe('HDFC0000001')
    await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>('Bank name').value).toBe('HDFC Bank'))
    expect(posted).toEqual([['ifsc', 'HDFC0000001']])
    await user.click(save)
    const text = 'Your refund will be initiated to the following Bank Account in 7 working days.'
    expect(await dialog.findByText(text)).toBeDefined()
    expect(dialog.getByText('XXXX5678')).toBeDefined()
    await waitFor(() => expect(dialog.queryByText('OR')).toBeNull())
    expect(posted.slice(1)).toEqual([
      [
        'bank',
        {
          userId: 7,
          details: {
            nameInBank: 'Chitra Iyer',
            accountNumber: '50100012345678',
            ifsc: 'HDFC0000001',
            bankName: 'HDFC Bank',
          },
        },
      ],
      ['preference', 20],
    ])
  })

  test('VALID-18, VALID-19, VALID-20, ERR-14: what is wrong stands below its field', async () => {
    const posted = aServer()
    const { dialog, user } = await open()
    await user.click(await dialog.findByRole('button', { name: 'Straight to Bank Account' }))
    await user.type(await dialog.findByLabelText('Name as per the bank'), 'C. Iyer')
    await user.type(dialog.getByLabelText('Account number'), '1234567')
    await user.type(dialog.getByLabelText('IFSC code'), 'HDFC0ZZZZZZ')
    expect(await dialog.findByText('Please enter valid IFSC code')).toBeDefined()
    await user.type(dialog.getByLabelText('Bank name'), 'HDFC Bank')
    await user.click(dialog.getByRole('button', { name: 'Save and continue' }))
    expect(dialog.getByText('Please provide your valid name as per the bank.')).toBeDefined()
    expect(dialog.getByText('Please provide valid account number.')).toBeDefined()
    expect(posted.map(([path]) => path)).toEqual(['ifsc'])
    expect(document.activeElement).toBe(dialog.getByLabelText('Name as per the bank'))
    const empty = { nameInBank: 'A', accountNumber: '12345678', ifsc: 'HDFC0000001', bankName: ' ' }
    const { issues } = v.safeParse(bankSchema, empty)
    expect(issues?.map(({ message }) => message)).toEqual(['Please provide valid bank name.'])
  })

  test.each([
    [
      'the extra message',
      fault(422, 'no', { message: 'Please provide valid account number.' }),
      'Please provide valid account number.',
    ],
    ['a word of ours', fault(500, 'no'), 'Something went wrong'],
  ])('ERR-13: a save that fails shows %s', async (_, answer, text) => {
    aServer({ payee: { nameInBank: 'Chitra', accountNumber: '12345678', ifsc: 'HDFC0000001', bankName: 'HDFC Bank' } })
    server.use(http.post(call('/api/UserProfiles/setBankDetails'), () => answer))
    const { dialog, user } = await open()
    await user.click(await dialog.findByRole('button', { name: 'Straight to Bank Account' }))
    await user.click(await dialog.findByRole('button', { name: 'Save and continue' }))
    expect(await dialog.findByText(text)).toBeDefined()
  })

  test('REFUND-07, REFUND-08, VALID-25: the UPI form, and the other ways below OR', async () => {
    const posted = aServer()
    const { dialog, user } = await open()
    await user.click(await dialog.findByRole('button', { name: 'Refund Via UPI' }))
    const save = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Save and continue' })
    expect(save.disabled).toBe(true)
    expect(dialog.getByText('OR')).toBeDefined()
    expect(dialog.queryByRole('button', { name: 'Refund Via UPI' })).toBeNull()
    expect(dialog.getByRole('button', { name: 'Straight to Bank Account' })).toBeDefined()
    await user.type(dialog.getByLabelText('UPI ID'), ' chitra@okhdfcbank ')
    await user.click(save)
    expect(
      await dialog.findByText('Your refund will be initiated to the following UPI ID in 7 working days.'),
    ).toBeDefined()
    expect(posted).toEqual([
      ['upi', { userId: 7, details: { vpa: 'chitra@okhdfcbank' } }],
      ['preference', 40],
    ])
  })

  test('VALID-27, VALID-28, VALID-29, ROLE-05: an agent sees what is saved and changes nothing', async () => {
    const posted = aServer({
      payee: { nameInBank: 'Chitra Iyer', accountNumber: 'XXXXXXXX5678', ifsc: 'HDFC0000001', bankName: 'HDFC Bank' },
    })
    window.localStorage.setItem(storageKeys.isDirectLogin, 'true')
    const { dialog, user } = await open()
    await user.click(await dialog.findByRole('button', { name: 'Straight to Bank Account' }))
    const account = await dialog.findByLabelText<HTMLInputElement>('Account number')
    expect([account.value, account.readOnly]).toEqual(['XXXXXXXX5678', true])
    expect(dialog.queryByRole('button', { name: 'Save and continue' })).toBeNull()
    expect(posted).toEqual([])
  })
})

describe('while it is being sent', () => {
  test.each([
    ['Straight to Bank Account', '/api/UserProfiles/setBankDetails', ['bank', 'preference']],
    ['Refund Via UPI', '/api/UserProfiles/setUpiDetails', ['upi', 'preference']],
  ] as const)(
    '%s: who leaves before the details are saved is told to wait, and sees what came of it',
    async (way, path, sent) => {
      const payee = { nameInBank: 'Chitra', accountNumber: '12345678', ifsc: 'HDFC0000001', bankName: 'HDFC Bank' }
      const posted = aServer({ payee: { ...payee, vpa: 'chitra@okhdfcbank' } })
      const { held, letGo } = aHold()
      server.use(http.post(call(path), () => held))
      const { dialog, user } = await open()
      await user.click(await dialog.findByRole('button', { name: way }))
      await user.click(await dialog.findByRole('button', { name: 'Save and continue' }))
      await user.click(dialog.getByRole('button', { name: 'Close' }))
      expect(await screen.findByText(kit.kit_sending)).toBeDefined()
      expect(dialog.getByRole('button', { name: 'Save and continue' })).toBeDefined()
      letGo()
      expect(await dialog.findByText(/Your refund will be initiated to the following/)).toBeDefined()
      expect(posted.map(([what]) => what)).toEqual(sent)
    },
  )

  test('a chosen way has all that it changes asked for anew', async () => {
    aServer()
    const { dialog, user, queryClient } = await open()
    const outdated = watchKinds(queryClient)
    await user.click(await dialog.findByRole('button', { name: /Straight to Rentomoney/ }))
    await user.click(await screen.findByRole('button', { name: 'Put it into Rentomoney' }))
    expect(await screen.findByText('Preference Set Successfully')).toBeDefined()
    expect(outdated()).toEqual(['dashboard', 'deposit', 'invoices', 'refund', 'wallet'])
  })
})

describe('when the server is silent', () => {
  test('the same choice is sent again under the same key; another choice, or one after an answer, has its own', async () => {
    aServer()
    const keys: (string | null)[] = []
    let answer = () => HttpResponse.error() as Response
    server.use(
      http.post(call('/api/RMUsers/:id/setRefundPreference'), ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'))
        return answer()
      }),
    )
    await expect(setRefundPreference(7, 10)).rejects.toThrow()
    answer = () => fault(502, 'Away.')
    await expect(setRefundPreference(7, 10)).rejects.toThrow()
    answer = () => HttpResponse.json({ success: true, refundPreference: 10 })
    await setRefundPreference(7, 10)
    expect(new Set(keys).size).toBe(1)
    await setRefundPreference(7, 20)
    await setRefundPreference(7, 10)
    expect(new Set(keys).size).toBe(3)
  })

  test('Rentomoney that was confirmed says where it was confirmed that it was not done, and is tried again there', async () => {
    aServer()
    let answer = () => HttpResponse.error() as Response
    server.use(http.post(call('/api/RMUsers/:id/setRefundPreference'), () => answer()))
    const { dialog, user } = await open()
    await user.click(await dialog.findByRole('button', { name: /Straight to Rentomoney/ }))
    const sure = within(await screen.findByRole('dialog', { name: 'Put ₹1,808.20 into Rentomoney?' }))
    await user.click(sure.getByRole('button', { name: 'Put it into Rentomoney' }))
    const alert = within(await sure.findByRole('alert'))
    answer = () => HttpResponse.json({ success: true, refundPreference: 10 })
    await user.click(alert.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Preference Set Successfully')).toBeDefined()
  })

  test('a payout asks for the sum on screen, and is the same again for the same sum only', async () => {
    const keys: (string | null)[] = []
    const amounts: unknown[] = []
    server.use(
      http.post(call('/api/RMUsers/:id/payOutWallet'), async ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'))
        amounts.push(((await request.json()) as { amount?: unknown }).amount)
        return HttpResponse.error()
      }),
    )
    for (const amount of [1000, 1000, 900]) await expect(payOutWallet(7, 40, amount)).rejects.toThrow()
    expect(amounts).toEqual([1000, 1000, 900])
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  test('Rentomoney that was called off after it failed is asked anew, without the former error', async () => {
    aServer()
    server.use(http.post(call('/api/RMUsers/:id/setRefundPreference'), () => HttpResponse.error()))
    const { dialog, user } = await open()
    const question = async () => within(await screen.findByRole('dialog', { name: 'Put ₹1,808.20 into Rentomoney?' }))
    await user.click(await dialog.findByRole('button', { name: /Straight to Rentomoney/ }))
    await user.click((await question()).getByRole('button', { name: 'Put it into Rentomoney' }))
    await (await question()).findByRole('alert')
    await user.click((await question()).getByRole('button', { name: 'Choose another way' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /Put/ })).toBeNull())
    expect(dialog.queryByRole('alert'), 'what was called off is not offered again').toBeNull()
    await user.click(dialog.getByRole('button', { name: /Straight to Rentomoney/ }))
    expect((await question()).queryByRole('alert')).toBeNull()
  })

  test.each([
    [
      'a refusal without words for the form',
      () => fault(409, 'Nothing can be paid out.', { code: 'wallet.no_own_money' }),
      'Nothing can be paid out.',
    ],
    ['a lost connection', () => HttpResponse.error(), /could not reach the server/],
  ])('%s is told by its reason', async (_, answer, words) => {
    aServer()
    server.use(http.post(call('/api/UserProfiles/setUpiDetails'), answer))
    const { dialog, user } = await open()
    await user.click(await dialog.findByRole('button', { name: 'Refund Via UPI' }))
    await user.type(await dialog.findByLabelText('UPI ID'), 'chitra@okhdfcbank')
    await user.click(dialog.getByRole('button', { name: 'Save and continue' }))
    expect(await dialog.findByText(words)).toBeDefined()
  })

  test.each([
    ['blames the code that no branch has', () => fault(404, 'No such branch.'), 1],
    ['does not blame the code for trouble at the server', () => fault(500, 'Away.'), 0],
    ['does not blame the code for a lost connection', () => HttpResponse.error(), 0],
  ])('the look-up of a bank %s', async (_, answer, blamed) => {
    aServer()
    let asked = 0
    server.use(
      http.get(call('/api/UserProfiles/ifsc/:code'), () => {
        asked += 1
        return answer()
      }),
    )
    const { dialog, user } = await open()
    await user.click(await dialog.findByRole('button', { name: 'Straight to Bank Account' }))
    await user.type(await dialog.findByLabelText('IFSC code'), 'HDFC0000009')
    await waitFor(() => expect(asked).toBe(1))
    // This request starts after the form's request, so its response also comes later.
    await act(() => expect(findBank('HDFC0000009')).rejects.toThrow())
    expect(dialog.queryAllByText(invalidCode)).toHaveLength(blamed)
  })

  test.each([
    ['Straight to Bank Account', 'Account number'],
    ['Refund Via UPI', 'UPI ID'],
  ])('%s: nobody is asked for details before the saved ones are known', async (way, field) => {
    aServer({ payee: { accountNumber: '50100012345678', vpa: 'chitra@okhdfcbank' } })
    let down = true
    server.use(http.get(call('/api/UserProfiles/getBankDetails'), () => (down ? fault(503, 'Too busy.') : undefined)))
    const { dialog, user } = await open()
    await user.click(await dialog.findByRole('button', { name: way }))
    expect((await dialog.findByRole('alert')).textContent).toContain('Too busy.')
    expect(dialog.queryByLabelText(field)).toBeNull()
    down = false
    await user.click(dialog.getByRole('button', { name: 'Try again' }))
    expect((await dialog.findByLabelText<HTMLInputElement>(field)).value).not.toBe('')
  })

  test('where a refund goes could not be loaded: that is said, and can be asked again', async () => {
    aServer({ settlement: { refundPreference: 40 }, payee: { vpa: 'chitra@okhdfcbank' } })
    let down = true
    server.use(http.get(call('/api/UserProfiles/getBankDetails'), () => (down ? fault(503, 'Too busy.') : undefined)))
    const { dialog, user } = await open()
    expect((await dialog.findByRole('alert')).textContent).toContain('Too busy.')
    down = false
    await user.click(dialog.getByRole('button', { name: 'Try again' }))
    expect(await dialog.findByText('chitra@okhdfcbank')).toBeDefined()
  })
})

describe('the final settlement', () => {
  test('REFUND-10, REFUND-11: line by line, where it goes, how long it takes, and other ways from the banner', async () => {
    aServer({
      settlement: { refundPreference: 40, promisedBy: '2026-11-28', workingDaysLeft: 7 },
      payee: { vpa: 'chitra@okhdfcbank' },
    })
    const { dialog } = await open()
    expect(await dialog.findByText('chitra@okhdfcbank')).toBeDefined()
    expect(dialog.getByText('Charges, invoice KA/1').parentElement?.textContent).toContain('1,191.80')
    expect(dialog.getByText('7 working days left: by 28 Nov 2026 at the latest.')).toBeDefined()
    expect(dialog.queryByRole('button', { name: 'Refund Via UPI' })).toBeNull()
    expect(dialog.getByRole('button', { name: 'Straight to Bank Account' })).toBeDefined()
    expect(dialog.queryByRole('button', { name: 'Change how you are refunded' })).toBeNull()
  })

  test.each([
    [786, '₹786 of it pays what is due first, ₹1,022.20 comes to you.'],
    [1808.2, 'All of it pays what is due first: nothing comes to you.'],
  ])(
    'what of it pays what is due, %d, is said where it is looked at, and in the form of another way',
    async (paysDue, words) => {
      aServer({ settlement: { refundPreference: 40, paysDue }, payee: { vpa: 'chitra@okhdfcbank' } })
      const { dialog, user } = await open()
      expect(await dialog.findByText(words)).toBeDefined()
      await user.click(dialog.getByRole('button', { name: 'Straight to Bank Account' }))
      await dialog.findByLabelText('Account number')
      expect(dialog.getByText(words)).toBeDefined()
    },
  )

  test('what of it pays what is due is said before the way is chosen, and in the form', async () => {
    aServer({ settlement: { paysDue: 786 } })
    const { dialog, user } = await open()
    const words = '₹786 of it pays what is due first, ₹1,022.20 comes to you.'
    expect(
      within(await dialog.findByRole('region', { name: 'How do you wish to be refunded?' })).getByText(words),
    ).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Refund Via UPI' }))
    expect(within(await dialog.findByRole('region', { name: 'Refund Via UPI' })).getByText(words)).toBeDefined()
  })

  test('REFUND-11: opened from the statement of the deposit it is looked at first; the other ways come on demand', async () => {
    aServer({ settlement: { refundPreference: 40 }, payee: { vpa: 'chitra@okhdfcbank' } })
    const deposit = { depositBalance: 1808.2, subscriptionDeposit: 0, amountPaid: 1808.2 }
    const rest = {
      adjustmentPlusQcAmountPlusAmountRefunded: 0,
      advanceReturned: 0,
      refundOwed: 1808.2,
      beingInspected: 0,
      isSettlementReady: true,
      transactions: [],
    }
    server.use(http.get(call('/api/Dashboards/getDepositDetails'), () => HttpResponse.json({ ...deposit, ...rest })))
    const { user } = await renderAt('/my-subscriptions/transactions?tab=deposit', { before: ['/home', '/home'] })
    await user.click(await screen.findByRole('link', { name: 'Review' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Final Settlement' }))
    const change = await dialog.findByRole('button', { name: 'Change how you are refunded' })
    expect(dialog.queryByRole('button', { name: 'Straight to Bank Account' })).toBeNull()
    await user.click(change)
    expect(dialog.getByRole('button', { name: 'Straight to Bank Account' })).toBeDefined()
    expect(dialog.queryByRole('button', { name: 'Change how you are refunded' })).toBeNull()
  })

  test.each([
    ['UPI ID', 40, { vpa: 'chitra@okhdfcbnk' }, 'Correct this UPI ID'],
    [
      'bank account',
      20,
      { nameInBank: 'Chitra', accountNumber: '123456789', ifsc: 'HDFC0000001', bankName: 'HDFC Bank' },
      'Correct this bank account',
    ],
  ] as const)('a wrong %s is corrected where it is looked at', async (_, refundPreference, payee, correct) => {
    const posted = aServer({ settlement: { refundPreference }, payee })
    const { dialog, user } = await open()
    await user.click(await dialog.findByRole('button', { name: correct }))
    const field = await dialog.findByLabelText(refundPreference === 40 ? 'UPI ID' : 'Account number')
    await user.clear(field)
    await user.type(field, refundPreference === 40 ? 'chitra@okhdfcbank' : '987654321')
    await user.click(dialog.getByRole('button', { name: 'Save and continue' }))
    expect(await dialog.findByText(refundPreference === 40 ? 'chitra@okhdfcbank' : 'XXXX4321')).toBeDefined()
    expect(posted.map(([path]) => path)).toContain('preference')
  })

  test('a refund that goes into the wallet has nothing to correct', async () => {
    aServer({ settlement: { refundPreference: 10 } })
    const { dialog } = await open()
    await dialog.findByText('OR')
    expect(dialog.queryByRole('button', { name: /^Correct/ })).toBeNull()
  })

  test.each([
    [0, 'Nothing left to pay out'],
    [0.01, 'Paid'],
  ])('a settlement that is over, of %d rupees, says: %s', async (refund, state) => {
    aServer({ settlement: { state: 'paid', refundPreference: 10, refund } })
    const { dialog } = await open()
    expect(await dialog.findByText(state)).toBeDefined()
    const other = refund === 0 ? 'Paid' : 'Nothing left to pay out'
    expect(dialog.queryByText(other), 'one of both').toBeNull()
  })

  test('a paid refund shows its reference', async () => {
    aServer({
      settlement: {
        state: 'paid',
        refundPreference: 20,
        paidTo: 'HDFC Bank XXXX5678',
        payoutReference: '877941027314',
        paidAt: '2026-11-21T11:00:00+05:30',
      },
    })
    const { dialog } = await open()
    expect(await dialog.findByText('877941027314')).toBeDefined()
    expect(dialog.getByText('Your refund was paid to HDFC Bank XXXX5678.')).toBeDefined()
    expect(dialog.queryByText('OR')).toBeNull()
  })

  test.each([
    [{ refundPreference: 10 }, 'Your refund is in your Rentomoney.'],
    [{ refundPreference: 10, refund: 0.5 }, 'Banks take 1 rupee or more, so this refund is in your Rentomoney.'],
    [{ refund: 0 }, 'Nothing is left to be refunded: it paid what was due.'],
  ])('paid says where to: %j', async (change, text) => {
    aServer({ settlement: { state: 'paid', ...change } })
    const { dialog } = await open()
    expect(await dialog.findByText(text)).toBeDefined()
  })

  test('details that the bank refused are entered again where that is said, and no day is promised', async () => {
    const posted = aServer({
      settlement: { refundPreference: 20, isHeld: true, promisedBy: undefined },
      payee: { nameInBank: 'Chitra', accountNumber: '12345678', ifsc: 'HDFC0000001', bankName: 'HDFC Bank' },
    })
    const { dialog, user } = await open()
    expect(await dialog.findByText(/The bank did not accept these details/)).toBeDefined()
    const account = await dialog.findByLabelText<HTMLInputElement>('Account number')
    expect(account.value).toBe('12345678')
    expect(dialog.queryByText(/working days/)).toBeNull()
    await user.clear(account)
    await user.type(account, '99999999')
    await user.click(dialog.getByRole('button', { name: 'Save and continue' }))
    await waitFor(() => expect(posted.map(([path]) => path)).toEqual(['bank', 'preference']))
  })

  test('what is still being inspected is called so, and adds up', async () => {
    aServer({
      settlement: {
        state: 'inspecting',
        refund: 0,
        lines: [aLine('deposit', 'Sofa', 3000), aLine('deposit', 'Sofa', 500)],
      },
    })
    const { dialog } = await open()
    expect(await dialog.findByRole('heading', { name: 'Deposit being inspected' })).toBeDefined()
    expect(dialog.getAllByText('Deposit for Sofa')).toHaveLength(2)
    expect(dialog.getAllByText('₹3,500').length).toBeGreaterThan(0)
    expect(dialog.queryByText('Refund amount')).toBeNull()
    expect(dialog.getByText(/what you gave back/)).toBeDefined()
  })

  test('who comes to see an inspection sees it, also beside a settlement that is ready', async () => {
    aServer({
      settlement: { state: 'ready' },
      others: [{ ...aSettlement, id: 2, state: 'inspecting', refund: 0, lines: [aLine('deposit', 'Fridge', 900)] }],
    })
    server.use(
      http.get(call('/api/Dashboards/getDepositDetails'), () =>
        HttpResponse.json({
          ...aDashboard().depositDetails,
          subscriptionDeposit: 0,
          amountPaid: 900,
          beingInspected: 900,
          depositBalance: 900,
          transactions: [],
        }),
      ),
    )
    const { user } = await renderAt('/my-subscriptions/transactions?tab=deposit')
    await user.click(await screen.findByRole('link', { name: 'See the settlement' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Final Settlement' }))
    expect(await dialog.findByRole('heading', { name: 'Deposit being inspected' })).toBeDefined()
  })

  test('a transfer is never called what was given back', async () => {
    aServer({ settlement: { origin: 'transfer', state: 'inspecting', refund: 0 } })
    const { dialog } = await open()
    expect(await dialog.findByText(/what you handed over/)).toBeDefined()
    expect(dialog.queryByText(/gave back/)).toBeNull()
  })

  test('of several settlements the one that waits comes first, and each other opens', async () => {
    aServer({
      settlement: {
        state: 'paid',
        refundPreference: 10,
        origin: 'offer',
        lines: [aLine('offer', '', 700)],
        refund: 700,
      },
      others: [
        { ...aSettlement, id: 2, refund: 1808.2 },
        { ...aSettlement, id: 3, refundPreference: 40, lines: [aLine('deposit', 'Fridge', 900)], refund: 900 },
      ],
      payee: { vpa: 'chitra@okhdfcbank' },
    })
    const { dialog, user } = await open()
    expect(await dialog.findByRole('heading', { name: 'How do you wish to be refunded?' })).toBeDefined()
    expect(dialog.getByText('Given back: Sofa')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: /Given back: Fridge Ready ₹900/ }))
    expect(await dialog.findByText('chitra@okhdfcbank')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: /Deposit for a transfer that was given up Paid/ }))
    expect(await dialog.findByText('Your refund is in your Rentomoney.')).toBeDefined()
  })

  test('REFUND-12: Close goes back one step and hides the dialog', async () => {
    aServer()
    const { user, router, history } = await renderAt('/home', { before: ['/kyc', '/settings'] })
    await screen.findByRole('heading', { level: 1 })
    await router.navigate({ to: '/home', search: { showSettlement: 'true' } })
    const dialog = within(await screen.findByRole('dialog', { name: 'Final Settlement' }))
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(history.location.href).toBe('/dashboard/home')
    history.back()
    expect(history.location.href).toBe('/dashboard/settings')
  })
})
