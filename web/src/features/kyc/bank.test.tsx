import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import type { KycDocument } from '#/api/kyc'
import { timing } from '#/platform/timing'
import { call, http, keeping } from '#/test/contract'
import { fault } from '#/test/handlers'
import { verifiedUpTo } from '#/test/kyc'
import { becomes, pdf, press, serveKyc, success, told, verificationNow } from '#/test/kyc-app'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

describe('the bank statement', () => {
  const arrived = (status: KycDocument['status'], more: Partial<KycDocument> = {}) =>
    verifiedUpTo(40, 'bankDocDetails', {
      bankDocDetails: { status, documentId: 9, entityId: 'e-1', source: 'pdf', ...more },
    })
  let polls: string[]
  const predicts = (reply: () => Response) => {
    polls = []
    server.use(
      http.post(call('/api/FinboxBankStatement/predictionStatus'), ({ request }) => {
        polls.push(new URL(request.url).search)
        return reply() as never
      }),
    )
  }

  test('KYC-03, ENTITY-69, ENTITY-72: a PDF with a password; a wrong one leaves the field open', async () => {
    serveKyc(verifiedUpTo(40, 'bankDocDetails'))
    const passwords: unknown[] = []
    server.use(
      http.post(call('/api/Documents/upload'), () => {
        becomes(arrived('uploaded'))
        return HttpResponse.json({ documentId: 9, entityId: 'e-1', name: 'statement.pdf' })
      }),
      keeping(
        call('/api/DocumentDetails/setDetails'),
        (body) => passwords.push(body),
        () => {
          if (passwords.length === 1) return fault(422, 'The password is wrong.', { field: 'password' })
          becomes(arrived('processing'))
          return success()
        },
      ),
    )
    predicts(() => {
      becomes({ ...arrived('verified'), status: 'approved' })
      return HttpResponse.json({ predictionDone: true })
    })
    const app = await renderAt('/kyc/documents?document=bankDocDetails')
    await app.user.upload(await screen.findByLabelText('Choose a PDF'), pdf())
    const field = await screen.findByLabelText(/^Password of the PDF/)
    await app.user.type(field, 'wrong')
    await press(app, 'Have it read')
    expect((await screen.findByRole('alert')).textContent).toBe('The password is wrong.')
    expect(told()).toContainEqual({ text: 'The password is wrong.', tone: 'error', place: 'top-right' })
    await app.user.clear(screen.getByLabelText(/^Password of the PDF/))
    await app.user.type(screen.getByLabelText(/^Password of the PDF/), 'right')
    await press(app, 'Have it read')
    expect(await screen.findByRole('link', { name: 'See the state of my KYC' })).toBeDefined()
    expect(passwords).toEqual([{ password: 'wrong' }, { password: 'right' }])
    expect(polls).toEqual(['?documentId=9&userId=7&entityId=e-1'])
  })

  test('KYC-08, KYC-09, KYC-11, KYC-13: after 30 polls a second apart the loader goes and all is asked for anew', async () => {
    serveKyc(arrived('processing'))
    let statuses = 0
    server.use(
      http.get(call('/api/Hyperverges/completionStatusV3'), () => {
        statuses += 1
        return HttpResponse.json(verificationNow())
      }),
    )
    predicts(() => HttpResponse.json({ predictionDone: false }))
    await renderAt('/kyc/documents?document=bankDocDetails')
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText('Upload failed. Please try again.')).toBeDefined()
    expect(screen.queryByText('Your statement is being read')).toBeNull()
    expect(polls).toHaveLength(30)
    const waits = vi.mocked(timing.pause).mock.calls.filter(([ms]) => ms === 1000)
    expect(waits).toHaveLength(29)
    await waitFor(() => expect(statuses).toBe(2))
    expect(told()).toEqual([{ text: 'Upload failed. Please try again.', tone: 'error', place: 'top-right' }])
  })

  test('KYC-12, KYC-13: an error of the reading is said, there and as a toast', async () => {
    serveKyc(arrived('processing'))
    predicts(() => {
      becomes(arrived('rejected', { reason: 'scanned_statement' }))
      return fault(502, 'Down.')
    })
    await renderAt('/kyc/documents?document=bankDocDetails')
    expect(await screen.findByText('Something went wrong. Please try again', { selector: 'main *' })).toBeDefined()
    expect(polls).toHaveLength(1)
    expect(told()).toEqual([{ text: 'Something went wrong. Please try again', tone: 'error', place: 'top-right' }])
  })

  test('KYC-08: a lost connection is no error of the reading', async () => {
    serveKyc(arrived('processing'))
    predicts(() => {
      if (polls.length === 1) return HttpResponse.error()
      becomes(arrived('verified'))
      return HttpResponse.json({ predictionDone: true })
    })
    await renderAt('/kyc/documents?document=bankDocDetails')
    expect(await screen.findByText('Verified')).toBeDefined()
    expect(polls).toHaveLength(2)
  })

  test('who comes back from the bank has the statement read', async () => {
    serveKyc(arrived('uploaded', { source: 'netbanking' }))
    predicts(() => {
      becomes(arrived('verified', { source: 'netbanking', bankName: 'HDFC Bank' }))
      return HttpResponse.json({ predictionDone: true })
    })
    await renderAt('/kyc/documents?from=bank&success=true&session_id=e-1')
    expect(await screen.findByText('HDFC Bank')).toBeDefined()
  })

  test('a statement that shows too little asks for another, which may be left out', async () => {
    serveKyc(arrived('uploaded', { months: 1, reason: 'few_months', alternateAsked: true, skippable: true }))
    const app = await renderAt('/kyc/documents?document=bankDocDetails')
    expect(await screen.findByText(/Please add another statement/)).toBeDefined()
    expect(screen.queryByLabelText(/^Password of the PDF/)).toBeNull()
    await press(app, 'Leave it out')
    expect(await screen.findByText('You may then be verified only in part.')).toBeDefined()
  })

  test('a statement that was left out may be added still, and the way to what is offered is shown', async () => {
    const told = { status: 'needs_review', months: 1, reason: 'few_months', alternateAsked: true } as const
    const before = verifiedUpTo(40, 'bankDocDetails')
    serveKyc({ ...before, status: 'partial_offered', documents: { ...before.documents, bankDocDetails: told } })
    await renderAt('/kyc/documents?document=bankDocDetails')
    const state = await screen.findByRole('link', { name: 'See the state of my KYC' })
    expect(state.getAttribute('href')).toMatch(/\/kyc$/)
    expect(screen.queryByText(/or leave it out/)).toBeNull()
    expect(screen.getByRole('button', { name: 'Open net banking' })).toBeDefined()
  })

  test('net banking leads to the bank', async () => {
    serveKyc(verifiedUpTo(40, 'bankDocDetails'))
    server.use(
      http.post(call('/api/UserProfiles/getFinboxNetBankingLink'), () =>
        HttpResponse.json({ url: 'https://bank.example/a', entityId: 'e-2', documentId: 10 }),
      ),
    )
    const app = await renderAt('/kyc/documents?document=bankDocDetails')
    await press(app, 'Open net banking')
    await waitFor(() => expect(app.left.to).toHaveBeenCalledWith('https://bank.example/a'))
  })

  test('what may be left out is left out after a question', async () => {
    const before = verifiedUpTo(10, 'bankDocDetails')
    serveKyc({ ...before, documents: { ...before.documents, bankDocDetails: { skippable: true } } })
    server.use(
      http.post(call('/api/UserProfiles/skipAlternateBankDetails'), () => {
        becomes({ ...before, documents: { ...before.documents, bankDocDetails: 'skipped' } })
        return success()
      }),
    )
    const app = await renderAt('/kyc/documents?document=bankDocDetails')
    await press(app, 'Leave it out')
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave the bank statement out?' }))
    expect(dialog.getByText('Your company e-mail is enough.')).toBeDefined()
    await app.user.click(dialog.getByRole('button', { name: 'Leave it out' }))
    expect(await screen.findByText('Left out')).toBeDefined()
  })
})
