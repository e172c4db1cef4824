import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import type { CompletionStatus } from '#/api/kyc'
import { call, http, keeping } from '#/test/contract'
import { aWaitingOrder, verifiedUpTo } from '#/test/kyc'
import { asAgent, becomes, press, serveKyc, success, title, verificationNow } from '#/test/kyc-app'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

const decided = (decision: 'review' | 'declined', ...reasons: string[]) => ({
  decision,
  reasons,
  score: 60,
  evaluatedAt: '2026-11-24T10:00:00Z',
})

describe('the profile', () => {
  test('ROUTE-05, ENTITY-67: who it is, as what, and what is next', async () => {
    serveKyc(verifiedUpTo(10, 'profilePic'))
    await renderAt('/kyc')
    expect(await screen.findByText('Salaried')).toBeDefined()
    expect(screen.getByText('Asha Rao')).toBeDefined()
    expect(await screen.findByRole('link', { name: 'Continue: Selfie' })).toBeDefined()
    expect(screen.getByText('45% done')).toBeDefined()
  })

  test('ENTITY-68: each document with its label and status, and the percentage of the next', async () => {
    serveKyc(verifiedUpTo(30, 'collegeName'))
    await renderAt('/kyc')
    const list = await screen.findByRole('list', { name: 'Your documents' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      'PAN card Verified ',
      'Government ID Verified ',
      'Selfie Verified ',
      'College To do 70% after this',
      "Parent's government ID To do ",
    ])
  })

  test('a refusal says why and leads to the document', async () => {
    serveKyc({ profession: 40, documents: { panCard: { status: 'rejected', reason: 'blurred' } } })
    const app = await renderAt('/kyc')
    expect((await screen.findByRole('alert')).textContent).toContain('not sharp enough')
    await app.user.click(screen.getByRole('link', { name: 'Continue: PAN card' }))
    await title('PAN card')
    expect(screen.getByText(/not sharp enough/)).toBeDefined()
  })

  test('nothing begun: it is started', async () => {
    serveKyc()
    const app = await renderAt('/kyc')
    await app.user.click(await screen.findByRole('link', { name: 'Start KYC' }))
    expect(await screen.findByRole('radio', { name: /Salaried/ })).toBeDefined()
  })

  test.each<[Partial<CompletionStatus>, RegExp]>([
    [{ status: 'approved', kycPending: false }, /Your identity check is complete/],
    [{ status: 'evaluating' }, /We are checking your documents/],
    [{ status: 'in_review', evalResponse: decided('review', 'name_differs') }, /The name on it is not yours/],
    [{ status: 'cancelled' }, /The verification is cancelled/],
    [
      {
        status: 'declined',
        canChangeProfession: false,
        retryOn: '2026-12-24',
        evalResponse: decided('declined', 'under_age'),
      },
      /You have to be 18 or older.*24 Dec 2026/,
    ],
    [{ status: 'partially_approved', kycPending: false }, /With a partial approval: one proof was left out/],
  ])('ENTITY-70: it stands at %j', async (state, words) => {
    serveKyc({ profession: 40, ...state })
    await renderAt('/kyc')
    await waitFor(() => expect(document.getElementById('content')?.textContent).toMatch(words))
  })

  test('a partial approval is accepted, or what is missing is added', async () => {
    const settled = { panCard: 'verified', govtDocDetails: 'verified', profilePic: 'verified' } as const
    serveKyc({
      profession: 40,
      status: 'partial_offered',
      documents: { ...settled, bankDocDetails: { status: 'needs_review', reason: 'few_months' } },
    })
    server.use(
      http.post(call('/api/UserProfiles/submitPartialApprove'), () => {
        becomes({ profession: 40, status: 'partially_approved', kycPending: false })
        return success()
      }),
    )
    const app = await renderAt('/kyc')
    const add = await screen.findByRole('link', { name: 'Add: Bank statement' })
    expect(add.getAttribute('href')).toContain('document=bankDocDetails')
    await press(app, 'Accept the partial approval')
    const dialog = within(await screen.findByRole('dialog', { name: 'Accept the partial approval?' }))
    const after = dialog.getByText(/can then not be added any more:/)
    expect(after.textContent).toMatch(/Bank statement$/)
    await app.user.click(dialog.getByRole('button', { name: 'Not now' }))
    expect(verificationNow().status).toBe('partial_offered')
    await press(app, 'Accept the partial approval')
    await app.user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Accept the partial approval' }),
    )
    expect(await screen.findByText('KYC Completed')).toBeDefined()
  })

  test.each([
    ['partial_offered', 'Bank statement Not finished The statement has fewer than three months.'],
    ['partially_approved', 'Bank statement Left out '],
    ['in_review', 'Bank statement Being looked at '],
    ['cancelled', 'Bank statement Not finished '],
  ] as const)('what is too little, when the verification is %s', async (status, words) => {
    const settled = { panCard: 'verified', govtDocDetails: 'verified', profilePic: 'verified' } as const
    serveKyc({
      profession: 40,
      status,
      documents: { ...settled, bankDocDetails: { status: 'needs_review', reason: 'few_months' } },
    })
    await renderAt('/kyc')
    const list = await screen.findByRole('list', { name: 'Your documents' })
    expect(within(list).getAllByRole('listitem').at(-1)?.textContent).toBe(words)
  })

  test('the verification is cancelled after a question', async () => {
    serveKyc({ profession: 40 })
    server.use(
      http.post(call('/api/UserProfiles/cancelAllPendingKycOrders'), () => {
        becomes({ profession: 40, status: 'cancelled' })
        return HttpResponse.json({ success: true, cancelled: 0 })
      }),
    )
    const app = await renderAt('/kyc')
    await press(app, 'Cancel verification')
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel the verification?' }))
    expect(dialog.getByText('No order waits for your verification, so none is cancelled.')).toBeDefined()
    expect(dialog.getByText(/What you have shown is kept.*at the earliest a year after the last change/)).toBeDefined()
    await app.user.click(dialog.getByRole('button', { name: 'Cancel verification' }))
    expect(await screen.findByText('The verification is cancelled')).toBeDefined()
    await app.user.click(screen.getByRole('link', { name: 'Start KYC' }))
    expect(await screen.findByRole('radio', { name: /Freelancer/ })).toBeDefined()
  })

  test('which orders are cancelled with it is said before', async () => {
    const order = aWaitingOrder(['Oak sofa', 'Fridge'], { ticketId: 'TKT-7', from: 'Gita Rao', depositPaid: 4000 })
    serveKyc({ profession: 40, waitingOrders: [order] })
    const app = await renderAt('/kyc')
    await press(app, 'Cancel verification')
    const line = within(await screen.findByRole('dialog')).getByRole('listitem')
    expect(line.textContent).toMatch(/^Oak sofa, Fridge from Gita Rao \(request TKT-7\).*₹4,000 of deposit/)
  })

  test.each([
    ['declined', 'rejected', 'PAN card Not accepted You have to be 18 or older.'],
    ['in_progress', 'rejected', 'PAN card Not accepted You have to be 18 or older.'],
    ['cancelled', 'not_started', 'PAN card To do '],
  ] as const)(
    'a row of a verification that is %s has no percentage that is not reached',
    async (status, step, words) => {
      serveKyc({ profession: 40, status, documents: { panCard: { status: step, reason: 'under_age' } } })
      await renderAt('/kyc')
      const list = await screen.findByRole('list', { name: 'Your documents' })
      expect(within(list).getAllByRole('listitem')[0]?.textContent).toBe(words)
    },
  )

  test('a declined one says nothing of what comes next', async () => {
    const evalResponse = decided('declined', 'doubtful', 'too_many_tries')
    serveKyc({ profession: 40, status: 'declined', canChangeProfession: true, evalResponse })
    await renderAt('/kyc')
    const said = (await screen.findByRole('alert')).textContent
    expect(said).toContain('A document was refused too often.')
    expect(said).not.toContain('a person looks')
    expect(said).toContain('You can try again now.')
  })

  test('the first document of one that is closed waits for no other', async () => {
    const documents = { panCard: { status: 'rejected', reason: 'under_age' } } as const
    serveKyc({ profession: 40, status: 'declined', canChangeProfession: false, documents })
    await renderAt('/kyc/documents?document=panCard')
    await title('PAN card')
    expect(screen.getByText('Nothing can be added to your verification now.')).toBeDefined()
    expect(screen.getByText('You have to be 18 or older.')).toBeDefined()
    expect(screen.queryByText('Another document comes first.')).toBeNull()
  })

  test('ENTITY-70: the profession is changed only while it may be', async () => {
    serveKyc({ profession: 40, canChangeProfession: false })
    await renderAt('/kyc')
    await screen.findByRole('link', { name: /^Continue/ })
    expect(screen.queryByRole('link', { name: 'Change profession' })).toBeNull()
  })

  test('the name of the PAN card can be taken over', async () => {
    const pan = { status: 'verified', name: 'ASHA RAO K', nameMismatch: true } as const
    serveKyc(verifiedUpTo(40, 'profilePic', { panCard: pan }))
    const asked = vi.fn()
    server.use(
      keeping(call('/api/UserProfiles/changeUserNameFromPAN'), asked, () => {
        becomes(verifiedUpTo(40, 'profilePic', { panCard: { ...pan, nameMismatch: false } }))
        return HttpResponse.json({ success: true, fullName: 'ASHA RAO K' })
      }),
    )
    const app = await renderAt('/kyc')
    await press(app, 'Use the name of my PAN card')
    await waitFor(() => expect(screen.queryByText(/differs from your PAN/)).toBeNull())
    expect(asked).toHaveBeenCalledWith({ userId: 7 })
  })

  test('an agent looks, and can change nothing', async () => {
    asAgent()
    serveKyc(verifiedUpTo(40, 'profilePic'))
    await renderAt('/kyc')
    expect(await screen.findByRole('list', { name: 'Your documents' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Cancel verification' })).toBeNull()
  })
})
