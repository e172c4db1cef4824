import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { call, http, keeping } from '#/test/contract'
import { fault } from '#/test/handlers'
import { verifiedUpTo } from '#/test/kyc'
import { atDocument, becomes, photo, press, serveKyc, success, takeUploads, title } from '#/test/kyc-app'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

describe('a government document', () => {
  test('KYC-07, ENTITY-71: government documents, by DigiLocker or by both sides of a card', async () => {
    const app = await atDocument(40, 'govtDocDetails')
    server.use(
      http.get(call('/api/Hyperverges/getDigilockerUrl'), () => HttpResponse.json({ url: 'https://locker.example/a' })),
    )
    await title('Government ID')
    await app.user.click(screen.getByText('With photos of a card'))
    await app.user.selectOptions(screen.getByLabelText('Kind of document'), 'Passport')
    const forms = takeUploads(() => HttpResponse.json({ success: true, documentId: 6 }))
    const front = screen.getByRole('region', { name: 'Front' })
    await app.user.upload(within(front).getByLabelText('Choose a photo or PDF'), photo())
    await waitFor(() => expect(forms).toHaveLength(1))
    const [form] = forms
    expect([form?.get('documentType'), form?.get('side'), form?.get('docType')]).toEqual([
      'govtDocDetails',
      'front',
      'passport',
    ])
    await press(app, 'Open DigiLocker')
    await waitFor(() => expect(app.left.to).toHaveBeenCalledWith('https://locker.example/a'))
  })

  test('KYC-07: what DigiLocker brought is taken in, and shown', async () => {
    const asked = vi.fn()
    serveKyc(verifiedUpTo(40, 'govtDocDetails'))
    server.use(
      keeping(call('/api/Hyperverges/completeDigilocker'), asked, () => {
        becomes(
          verifiedUpTo(40, 'profilePic', { govtDocDetails: { status: 'verified', maskedNumber: 'XXXX XXXX 7058' } }),
        )
        return success()
      }),
    )
    const app = await renderAt('/kyc/documents?from=digilocker&code=a1&state=b2')
    expect(await screen.findByText('XXXX XXXX 7058')).toBeDefined()
    expect(asked).toHaveBeenCalledWith({ query: 'code=a1&state=b2' })
    expect(app.location().search).toEqual({ document: 'govtDocDetails' })
  })

  test('KYC-07: who did not agree in DigiLocker is told, and goes on with photos', async () => {
    serveKyc(verifiedUpTo(40, 'govtDocDetails'))
    server.use(
      http.post(call('/api/Hyperverges/completeDigilocker'), () => {
        becomes(
          verifiedUpTo(40, 'govtDocDetails', { govtDocDetails: { status: 'rejected', reason: 'consent_denied' } }),
        )
        return fault(422, 'DigiLocker did not share your documents.', { reason: 'consent_denied' })
      }),
    )
    const app = await renderAt('/kyc/documents?from=digilocker&error=access_denied')
    expect((await screen.findByRole('alert')).textContent).toContain('DigiLocker did not share')
    await press(app, 'Continue')
    expect(await screen.findByText(/You did not agree in DigiLocker/)).toBeDefined()
  })

  test("ENTITY-71: a parent's document, of which a driving licence needs no back", async () => {
    const app = await atDocument(30, 'parentGovtDocDetails')
    const forms = takeUploads(() => HttpResponse.json({ success: true, documentId: 6 }))
    await app.user.selectOptions(await screen.findByLabelText('Kind of document'), 'Driving licence')
    expect(screen.queryByRole('region', { name: 'Back' })).toBeNull()
    const front = screen.getByRole('region', { name: 'Front' })
    await app.user.upload(within(front).getByLabelText('Choose a photo or PDF'), photo())
    await waitFor(() => expect(forms).toHaveLength(1))
    expect([forms[0]?.get('documentType'), forms[0]?.get('docType')]).toEqual([
      'parentGovtDocDetails',
      'drivingLicence',
    ])
  })
})
