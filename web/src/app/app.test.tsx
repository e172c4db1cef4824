import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '#/test/render-at'

test('ROUTE-01, ROUTE-04: home lives under /dashboard and greets the person', async () => {
  const { history } = await renderAt('/home')
  expect(await screen.findByRole('heading', { level: 1, name: 'Hi, Asha' })).toBeDefined()
  expect(history.location.pathname).toBe('/dashboard/home')
})
