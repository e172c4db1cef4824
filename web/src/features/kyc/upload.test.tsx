import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { verifiedUpTo } from '#/test/kyc'
import { asAgent, atDocument, becomes, pdf, photo, press, serveKyc, takeUploads, title, told } from '#/test/kyc-app'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

describe('a document that is uploaded', () => {
  test('KYC-02, KYC-06, ENTITY-71: PAN, and then what was read', async () => {
    const app = await atDocument(40, 'panCard')
    await title('PAN card')
    expect(screen.getByText('Document 1 of 4 · 25% once it is done')).toBeDefined()
    const forms = takeUploads(() => {
      const read = { status: 'verified', name: 'ASHA RAO', maskedNumber: 'XXXXXX234C' } as const
      becomes(verifiedUpTo(40, 'govtDocDetails', { panCard: read }))
      return HttpResponse.json({ success: true, documentId: 5 })
    })
    await app.user.upload(screen.getByLabelText('Choose a photo or PDF'), photo())
    expect(await screen.findByText('XXXXXX234C')).toBeDefined()
    expect(screen.getByText('ASHA RAO')).toBeDefined()
    expect(forms.map((form) => [form.get('documentType'), form.get('side')])).toEqual([['panCard', null]])
    await app.user.click(screen.getByRole('link', { name: 'Continue' }))
    await title('Government ID')
  })

  test('what was refused says why, there and as a toast, and another file can be chosen', async () => {
    const app = await atDocument(40, 'panCard')
    takeUploads(() => {
      becomes(verifiedUpTo(40, 'panCard', { panCard: { status: 'rejected', reason: 'blurred' } }))
      return fault(422, 'This could not be accepted.', { reason: 'blurred' })
    })
    await app.user.upload(await screen.findByLabelText('Choose a photo or PDF'), photo())
    const why = 'The picture is not sharp enough. Please take it again in good light.'
    await waitFor(() => expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([why]))
    expect(told()).toEqual([{ text: why, tone: 'error', place: 'top-right' }])
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
    expect(screen.getByLabelText('Choose a photo or PDF')).toBeDefined()
  })

  test.each([
    ['panCard', 2, 'Tries left: 2.'],
    ['panCard', 1, 'The next try is the last one: after it a person looks at it.'],
    ['profilePic', 1, /the last one: after it a person looks at it, or the verification is declined/],
  ] as const)('of a refused %s the tries that are left are said: %i', async (document, attemptsLeft, words) => {
    serveKyc(verifiedUpTo(40, document, { [document]: { status: 'rejected', reason: 'blurred', attemptsLeft } }))
    await renderAt(`/kyc/documents?document=${document}`)
    expect(await screen.findByText(words)).toBeDefined()
  })

  test('what was refused too often is looked at by a person, and the next is brought', async () => {
    const panCard = { status: 'needs_review', reason: 'too_many_tries', attemptsLeft: 0 } as const
    serveKyc(verifiedUpTo(40, 'govtDocDetails', { panCard }))
    await renderAt('/kyc/documents?document=panCard')
    expect(await screen.findByText('It was refused too often, so a person looks at it.')).toBeDefined()
    expect(screen.queryByText(/Tries left/)).toBeNull()
    expect(screen.getByRole('link', { name: 'Continue' })).toBeDefined()
  })

  test('nothing is asked for again where nothing can be added', async () => {
    const panCard = { status: 'rejected', reason: 'blurred' } as const
    serveKyc({ profession: 40, status: 'cancelled', canChangeProfession: false, documents: { panCard } })
    await renderAt('/kyc/documents?document=panCard')
    expect(await screen.findByText('Nothing can be added to your verification now.')).toBeDefined()
    expect(screen.queryByText(/Please take it again/)).toBeNull()
  })

  test("somebody else's card says so at once, and is replaced", async () => {
    const panCard = {
      status: 'verified',
      name: 'POOJA HEGDE',
      nameDiffers: true,
      replaceable: true,
      documentId: 4,
    } as const
    const more = { panCard, bankDocDetails: 'verified' } as const
    serveKyc({ ...verifiedUpTo(40, 'govtDocDetails', more) })
    const app = await renderAt('/kyc/documents?document=panCard')
    expect(await screen.findByText(/^This card says POOJA HEGDE, you are Asha Rao\./)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Continue' })).toBeDefined()
    await press(app, 'Replace')
    const dialog = within(await screen.findByRole('dialog', { name: 'Replace this document?' }))
    expect(dialog.getByText('Tries left: 2.')).toBeDefined()
    expect(dialog.getByText('With it these have to be shown again: Bank statement.')).toBeDefined()
    await app.user.click(dialog.getByRole('button', { name: 'Replace' }))
    const forms = takeUploads(() => {
      const own = { ...panCard, name: 'ASHA RAO', nameDiffers: false, documentId: 5 }
      becomes(verifiedUpTo(40, 'govtDocDetails', { panCard: own }))
      return HttpResponse.json({ success: true, documentId: 5 })
    })
    await app.user.upload(await screen.findByLabelText('Choose a photo or PDF'), photo())
    expect(await screen.findByText('ASHA RAO')).toBeDefined()
    expect(screen.queryByLabelText('Choose a photo or PDF')).toBeNull()
    expect(screen.queryByText('Is this card yours?')).toBeNull()
    expect(forms.map((form) => form.get('replace'))).toEqual(['true'])
  })

  test('what did not arrive is kept, and sent again under the same key', async () => {
    const app = await atDocument(40, 'panCard')
    const keys: (string | null)[] = []
    server.use(
      http.post(call('/api/Hyperverges/validateAndUpload'), ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'))
        if (keys.length === 1) return HttpResponse.error() as never
        becomes(verifiedUpTo(40, 'govtDocDetails'))
        return HttpResponse.json({ success: true, documentId: 5 })
      }),
    )
    await app.user.upload(await screen.findByLabelText('Choose a photo or PDF'), photo())
    await press(app, 'Send again')
    expect(await screen.findByText('Verified')).toBeDefined()
    expect(keys).toEqual([expect.stringMatching(/./), keys[0]])
  })

  test('offline is told, and the file is kept', async () => {
    const app = await atDocument(40, 'panCard')
    server.use(http.post(call('/api/Hyperverges/validateAndUpload'), () => HttpResponse.error() as never))
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await app.user.upload(await screen.findByLabelText('Choose a photo or PDF'), photo())
    expect((await screen.findByRole('alert')).textContent).toMatch(/^You are offline. The file is kept here/)
    expect(screen.getByText('pan.png')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Send again' })).toBeDefined()
    vi.restoreAllMocks()
  })

  test('KYC-02: it can be stopped on its way', async () => {
    const app = await atDocument(40, 'panCard')
    server.use(http.post(call('/api/Hyperverges/validateAndUpload'), () => new Promise<never>(() => {})))
    await app.user.upload(await screen.findByLabelText('Choose a photo or PDF'), photo())
    expect(await screen.findByRole('progressbar', { name: 'PAN card: uploading' })).toBeDefined()
    await press(app, 'Stop')
    expect(await screen.findByRole('button', { name: 'Send again' })).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('a file that is too large is not sent', async () => {
    const app = await atDocument(40, 'panCard')
    const large = pdf()
    Object.defineProperty(large, 'size', { value: 11 * 1024 * 1024 })
    await app.user.upload(await screen.findByLabelText('Choose a photo or PDF'), large)
    expect((await screen.findByRole('alert')).textContent).toContain('larger than 10 MB')
  })

  test('a document whose turn has not come leads to the one that is next', async () => {
    serveKyc(verifiedUpTo(40, 'panCard'))
    const app = await renderAt('/kyc/documents?document=profilePic')
    await title('Selfie')
    expect(screen.getByText('Another document comes first.')).toBeDefined()
    await app.user.click(screen.getByRole('link', { name: 'Continue' }))
    await title('PAN card')
  })

  test('an agent brings nothing', async () => {
    asAgent()
    await atDocument(40, 'panCard')
    expect(await screen.findByText('Only the customer can do this.')).toBeDefined()
    expect(screen.queryByLabelText(/Choose/)).toBeNull()
  })
})
