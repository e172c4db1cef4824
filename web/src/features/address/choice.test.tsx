import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import type { ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { setSessionUser } from '#/state/session'
import { aUser } from '#/test/builders'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { anAddress } from '#/test/places'
import { server } from '#/test/server'
import { AddressChoice } from './components/AddressChoice'
import { AddressRadioList } from './components/AddressRadioList'

const home = anAddress()
const parents = anAddress({ id: 2, flatNo: '7', city: 'Pune', alternativeMobile: '9000000001' })

function show(element: ReactElement, saved = [home, parents]) {
  server.use(http.get(call('/api/RMUsers/7/addresses'), () => HttpResponse.json(saved)))
  return showAnyway(element)
}

function showAnyway(element: ReactElement) {
  setSessionUser({ ...aUser(), created: undefined })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(<QueryClientProvider client={client}>{element}</QueryClientProvider>)
  return userEvent.setup()
}

test('ADDRESS-01, ADDRESS-02, ADDRESS-03, ADDRESS-04, ADDRESS-05: a new address, or one of those below', async () => {
  const onChosen = vi.fn()
  const onAdd = vi.fn()
  const user = show(<AddressChoice onChosen={onChosen} onAdd={onAdd} />)
  await screen.findByText('Choose from below addresses')
  expect(screen.getByText('OR')).toBeDefined()
  expect(screen.getByRole('radio', { name: /^Address 1 4B, 3rd Cross, Bengaluru, 560034$/ })).toBeDefined()
  const go = screen.getByRole('button', { name: 'Continue' })
  expect(go).toHaveProperty('disabled', true)
  expect(screen.getByText('Choose an address first').className).not.toContain('visually-hidden')
  expect(screen.queryByText('Selected')).toBeNull()

  await user.click(screen.getByRole('radio', { name: /^Address 2/ }))
  expect(screen.getAllByText('Selected')).toHaveLength(1)
  expect(screen.getByRole('radio', { name: /Selected/ })).toHaveProperty('checked', true)
  await user.click(go)
  expect(onChosen).toHaveBeenCalledWith(parents)
  await user.click(screen.getByRole('button', { name: 'Add New Address' }))
  expect(onAdd).toHaveBeenCalledOnce()
})

test('an address may be chosen from the beginning', async () => {
  const onChosen = vi.fn()
  const user = show(<AddressChoice initialId={2} onChosen={onChosen} onAdd={vi.fn()} />)
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  expect(onChosen).toHaveBeenCalledWith(parents)
})

test('ADDRESS-06: without saved addresses it says so, and offers a new one', async () => {
  show(<AddressChoice onChosen={vi.fn()} onAdd={vi.fn()} />, [])
  expect(await screen.findByText('You have no saved addresses')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Add New Address' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
})

test('a failure can be repeated', async () => {
  server.use(http.get(call('/api/RMUsers/7/addresses'), () => fault(500, 'Our side failed.'), { once: true }))
  const user = showAnyway(<AddressChoice onChosen={vi.fn()} onAdd={vi.fn()} />)
  expect(await screen.findByText('Our side failed.')).toBeDefined()
  server.use(http.get(call('/api/RMUsers/7/addresses'), () => HttpResponse.json([home])))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Choose from below addresses')).toBeDefined()
})

test('ADDRESS-07, VALID-07: the variant has radio buttons and a row for a new one, and asks for a choice', async () => {
  const onChosen = vi.fn()
  const onAdd = vi.fn()
  const user = show(<AddressRadioList onChosen={onChosen} onAdd={onAdd} />)
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  expect(screen.getByRole('alert').textContent).toBe('Please select an address')
  expect(onChosen).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(screen.getAllByRole('radio')[0])
  await user.click(screen.getByRole('radio', { name: /^7, 3rd Cross, Pune, 560034/ }))
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(onChosen).toHaveBeenCalledWith(parents)
  await user.click(screen.getByRole('button', { name: 'Add new' }))
  expect(onAdd).toHaveBeenCalledOnce()
})

test('VALID-07: where no address is saved, pressing Continue says so and leads to the row for a new one', async () => {
  const user = show(<AddressRadioList onChosen={vi.fn()} onAdd={vi.fn()} />, [])
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  expect(screen.getByRole('alert').textContent).toBe('Please select an address')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add new' }))
})
