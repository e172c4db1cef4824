import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { aDashboard } from '#/test/builders'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

test('whether the identity check is done could not be loaded: that is said, and can be asked again', async () => {
  let down = true
  server.use(
    http.get(call('/api/Dashboards/dashboardData'), () =>
      down ? fault(503, 'Too busy.') : HttpResponse.json(aDashboard()),
    ),
  )
  const { user } = await renderAt('/kyc')
  expect((await screen.findByRole('alert')).textContent).toContain('Too busy.')
  expect(screen.getByText('Asha Rao')).toBeDefined()
  down = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('KYC Completed', { selector: 'p' })).toBeDefined()
})
