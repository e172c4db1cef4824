import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import type { KycDocument } from '#/api/kyc'
import { call, keeping } from '#/test/contract'
import { fault } from '#/test/handlers'
import { verifiedUpTo } from '#/test/kyc'
import { atDocument, becomes, press, serveKyc, success, verificationNow } from '#/test/kyc-app'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

describe('a document that is written', () => {
  test('KYC-02: a company e-mail is proven by the code that was sent there', async () => {
    const asked = vi.fn()
    serveKyc(verifiedUpTo(10, 'companyEmail', { companyEmail: { status: 'uploaded', email: 'asha@company.in' } }))
    server.use(
      keeping(call('/api/UserProfiles/verifyCompanyEmail'), asked, () => {
        if (asked.mock.calls.length === 1) return fault(422, 'That code is not right.', { field: 'code' })
        becomes(verifiedUpTo(10, 'bankDocDetails', { companyEmail: { status: 'verified', email: 'asha@company.in' } }))
        return success()
      }),
    )
    const app = await renderAt('/kyc/documents?document=companyEmail')
    expect(await screen.findByText(/We have sent a code to asha@company.in/)).toBeDefined()
    await app.user.type(screen.getByLabelText('Code'), '111111')
    expect((await screen.findByRole('alert')).textContent).toBe('That code is not right.')
    await app.user.clear(screen.getByLabelText('Code'))
    await app.user.type(screen.getByLabelText('Code'), '123456')
    expect(await screen.findByText('Verified')).toBeDefined()
    expect(asked).toHaveBeenLastCalledWith({ code: '123456' })
  })

  test('KYC-04, ENTITY-72: a GSTIN is checked before it is sent, and what was found is shown', async () => {
    const asked = vi.fn()
    const app = await atDocument(20, 'gstDetails')
    server.use(
      keeping(call('/api/Hyperverges/setAndVerifyGST'), asked, () => {
        const gstDetails = {
          status: 'verified',
          gstIn: '29AAAPZ1234C1ZW',
          name: 'ASHA RAO',
          tradeName: 'Asha Interiors',
        } as const
        becomes(verifiedUpTo(20, 'bankDocDetails', { gstDetails }))
        const found = verificationNow().currentDocument.kycDocuments.find(({ document }) => document === 'gstDetails')
        return HttpResponse.json({ success: true, gstDetails: found as KycDocument })
      }),
    )
    const field = await screen.findByLabelText('GSTIN')
    await app.user.type(field, '29aaapz1234c1zx')
    await press(app, 'Look it up')
    expect((await screen.findByRole('alert')).textContent).toContain('cannot be a GSTIN')
    expect(asked).not.toHaveBeenCalled()
    await app.user.clear(field)
    await app.user.type(field, '29aaapz1234c1zw')
    await press(app, 'Look it up')
    expect(await screen.findByText('Asha Interiors')).toBeDefined()
    expect(asked).toHaveBeenCalledWith({ gstIn: '29AAAPZ1234C1ZW' })
  })

  test('the college is named', async () => {
    const asked = vi.fn()
    const app = await atDocument(30, 'collegeName')
    server.use(
      keeping(call('/api/UserProfiles/saveCollegeName'), asked, () => {
        becomes(verifiedUpTo(30, 'parentGovtDocDetails'))
        return success()
      }),
    )
    await app.user.type(await screen.findByLabelText('Name of your college'), 'St. Xavier’s College')
    await press(app, 'Save')
    expect(await screen.findByText('Verified')).toBeDefined()
    expect(asked).toHaveBeenCalledWith({ collegeName: 'St. Xavier’s College' })
  })

  test('ENTITY-67: an address that anybody gets proves no employer', async () => {
    const app = await atDocument(10, 'companyEmail')
    await app.user.type(await screen.findByLabelText('E-mail at your company'), 'asha@mail.gmail.com')
    await press(app, 'Send the code')
    expect((await screen.findByRole('alert')).textContent).toContain('that your employer gave you')
  })
})
