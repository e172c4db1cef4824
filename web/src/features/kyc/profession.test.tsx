import { screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { call, http, keeping } from '#/test/contract'
import { fault } from '#/test/handlers'
import { press, serveKyc, success, told } from '#/test/kyc-app'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

describe('the profession', () => {
  test('KYC-01, KYC-10: it is chosen; the type 1337 is no choice and counts as none', async () => {
    serveKyc()
    const asked = vi.fn()
    server.use(
      keeping(call('/api/UserProfiles/setProfessionV3'), asked, () => {
        serveKyc({ profession: 30 })
        return success()
      }),
    )
    const app = await renderAt('/kyc/documents')
    const offered = await screen.findAllByRole('radio')
    expect(offered.map((radio) => radio.getAttribute('aria-label') ?? radio.closest('label')?.textContent)).toEqual([
      expect.stringContaining('Salaried'),
      expect.stringContaining('Self-employed'),
      expect.stringContaining('Student'),
      expect.stringContaining('Freelancer'),
    ])
    await press(app, 'Continue')
    expect((await screen.findByRole('alert')).textContent).toBe('Please choose what fits best.')
    await app.user.click(screen.getByRole('radio', { name: /Student/ }))
    await press(app, 'Continue')
    expect(await screen.findByText('Profession: Student')).toBeDefined()
    expect(asked).toHaveBeenCalledWith({ professionId: 3, professionType: 30 })
    expect(app.location().pathname).toBe('/kyc/documents/student')
  })

  test('ROUTE-06: the address names a profession, which is then chosen already', async () => {
    serveKyc()
    await renderAt('/kyc/documents/self-employed')
    expect(await screen.findByRole('radio', { name: /Self-employed/ })).toHaveProperty('checked', true)
  })

  test('ROUTE-06: of another profession that cannot be taken any more, the documents are those of the own one', async () => {
    serveKyc({ profession: 40, canChangeProfession: false })
    await renderAt('/kyc/documents/student')
    expect(await screen.findByText(/cannot be changed now/)).toBeDefined()
    expect(screen.getByText('Profession: Freelancer or other')).toBeDefined()
  })

  test('a refusal is said', async () => {
    serveKyc()
    server.use(http.post(call('/api/UserProfiles/setProfessionV3'), () => fault(409, 'Not verificationNow().')))
    const app = await renderAt('/kyc/documents/student')
    await press(app, 'Continue')
    expect((await screen.findByRole('alert')).textContent).toBe('Not verificationNow().')
    expect(told()).toEqual([{ text: 'Not verificationNow().', tone: 'error', place: 'top-right' }])
  })
})
