import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { verifiedUpTo } from '#/test/kyc'
import { atDocument, becomes, photo, press, takeUploads, title } from '#/test/kyc-app'

describe('the selfie', () => {
  test('KYC-05: without a camera a photo is chosen', async () => {
    const app = await atDocument(40, 'profilePic')
    await title('Selfie')
    takeUploads(() => {
      becomes(verifiedUpTo(40, 'bankDocDetails'))
      return HttpResponse.json({ success: true, documentId: 6 })
    })
    expect(screen.getByRole('alert').textContent).toContain('The camera cannot be used here')
    await app.user.upload(screen.getByLabelText('Choose a photo'), photo())
    expect(await screen.findByText('Verified')).toBeDefined()
  })

  test('KYC-05: a camera that is refused leaves the way of a photo', async () => {
    const getUserMedia = vi.fn().mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true })
    const app = await atDocument(40, 'profilePic')
    await press(app, 'Open the camera')
    expect((await screen.findByRole('alert')).textContent).toContain('The camera cannot be used here')
    expect(screen.getByLabelText('Choose a photo')).toBeDefined()
    Reflect.deleteProperty(navigator, 'mediaDevices')
  })
})
