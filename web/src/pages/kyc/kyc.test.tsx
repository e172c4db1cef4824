import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { aCompletion } from '#/test/kyc'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

test('how the verification stands could not be loaded: that is said, and can be asked again', async () => {
  let down = true
  server.use(
    http.get(call('/api/Hyperverges/completionStatusV3'), () =>
      down ? fault(503, 'Too busy.') : HttpResponse.json(aCompletion({ status: 'approved', kycPending: false })),
    ),
  )
  const { user } = await renderAt('/kyc')
  expect((await screen.findByRole('alert')).textContent).toContain('Too busy.')
  expect(screen.getByText('Asha Rao')).toBeDefined()
  down = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('KYC Completed', { selector: 'p' })).toBeDefined()
})
