import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import * as art from '#/ui/art/CloudOffArt'
import { ErrorPage } from './ErrorPage'

function show(error: unknown) {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const root = createRootRoute({
    component: () => {
      throw error
    },
    errorComponent: ErrorPage,
  })
  render(<RouterProvider router={createRouter({ routeTree: root, history: createMemoryHistory() })} />)
}

describe('the error page', () => {
  test('ERRPAGE-04: shows the status and the words of the error', async () => {
    show({ statusCode: 503, message: 'We are back in five minutes.' })
    expect(await screen.findByRole('heading', { name: 'We are back in five minutes.' })).toBeDefined()
    expect(screen.getByText('Error 503')).toBeDefined()
  })

  test('ERRPAGE-05: 500 without a status, and no words of the machine', async () => {
    show(new Error('x is not a function'))
    expect(await screen.findByText('Error 500')).toBeDefined()
    expect(screen.queryByText(/not a function/)).toBeNull()
  })

  test('ERRPAGE-01: 404 is the not-found page', async () => {
    show({ response: { status: 404 } })
    expect(await screen.findByRole('heading', { name: 'This page could not be found' })).toBeDefined()
  })

  test('ERRPAGE-03: an unknown middleware reads so', async () => {
    show({ statusCode: 500, message: 'Unknown middleware' })
    expect(await screen.findByRole('heading', { name: 'Unknown middleware' })).toBeDefined()
  })

  test('ERRPAGE-02: a fault inside the error page has a last sentence and a link home', async () => {
    vi.spyOn(art, 'CloudOffArt').mockImplementation(() => {
      throw new Error('the drawing failed')
    })
    show({ statusCode: 500 })
    expect(await screen.findByRole('heading', { name: 'An error occurred while showing the error page' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Go to home' }).getAttribute('href')).toBe('/dashboard/home')
  })
})
