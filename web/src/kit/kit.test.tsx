import { onlineManager, QueryClient, QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { dataAge } from './DataAge'
import { InfiniteList } from './InfiniteList'
import { QueryContent } from './QueryContent'

function show(Part: () => React.JSX.Element) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={queryClient}>
      <Part />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

function goOffline() {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => {
    onlineManager.setOnline(false)
    window.dispatchEvent(new Event('offline'))
  })
}

afterEach(() => onlineManager.setOnline(true))

function part(queryFn: () => Promise<string>) {
  const query = queryOptions({ queryKey: ['part'], queryFn })
  return () => (
    <QueryContent query={useQuery(query)} pending={<p>Waiting</p>} failed="The cushion is empty" age={dataAge}>
      {(data) => <p>{data}</p>}
    </QueryContent>
  )
}

describe('what is loaded', () => {
  test('is waited for, then shown', async () => {
    show(part(() => Promise.resolve('Here')))
    expect(screen.getByText('Waiting')).toBeDefined()
    expect(await screen.findByText('Here')).toBeDefined()
    expect(screen.queryByText('Waiting')).toBeNull()
    expect(screen.queryByText(/^The figures below are of/)).toBeNull()
  })

  test('says why it failed, and is asked for again', async () => {
    const ask = vi.fn(() => Promise.resolve('Here'))
    ask.mockRejectedValueOnce(new Error('The cat sat on it.'))
    const user = show(part(ask))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('The cushion is empty')
    expect(alert.textContent).toContain('The cat sat on it.')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Here')).toBeDefined()
  })

  test('without a connection says so instead of loading for ever, and comes with the connection', async () => {
    goOffline()
    show(part(() => Promise.resolve('Here')))
    expect((await screen.findByRole('alert')).textContent).toContain('You are offline.')
    expect(screen.queryByText('Waiting')).toBeNull()
    act(() => onlineManager.setOnline(true))
    expect(await screen.findByText('Here')).toBeDefined()
  })

  test('stays without a connection, and says of when it is', async () => {
    show(part(() => Promise.resolve('Here')))
    await screen.findByText('Here')
    goOffline()
    expect(await screen.findByText(/^The figures below are of \d+ \w+ \d{4}, /)).toBeDefined()
    expect(screen.getByText('Here')).toBeDefined()
  })
})

test('figures that could not be asked anew say of when they are, why, and can be asked for again', async () => {
  let answer = () => Promise.resolve('Here')
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const Part = part(() => answer())
  render(
    <QueryClientProvider client={queryClient}>
      <Part />
    </QueryClientProvider>,
  )
  await screen.findByText('Here')
  answer = () => Promise.reject(new Error('The desk is closed.'))
  await act(() => queryClient.refetchQueries())
  expect(await screen.findByText(/^The figures below are of \d+ \w+ \d{4}, /)).toBeDefined()
  expect(screen.getByText('Here')).toBeDefined()
  expect(screen.getByRole('alert').textContent).toContain('The desk is closed.')
  answer = () => Promise.resolve('There')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('There')).toBeDefined()
  expect(screen.queryByText(/^The figures below/)).toBeNull()
})

describe('a list that comes page by page', () => {
  function list(queryFn: (page: number) => Promise<string>) {
    return () => (
      <InfiniteList
        query={{
          queryKey: ['list'],
          queryFn: ({ pageParam }) => queryFn(pageParam as number),
          initialPageParam: 1,
          getNextPageParam: (_, pages) => (pages.length < 2 ? pages.length + 1 : undefined),
        }}
        pending={<p>Waiting</p>}
        failed="The list is not there"
        status={(pages) => `${pages.length} of 2 shown`}
        label="Show more"
      >
        {(pages, end) => (
          <>
            {pages.join(', ')}
            {end}
          </>
        )}
      </InfiniteList>
    )
  }

  test('keeps what is there when the next page fails, and asks for that page again', async () => {
    const ask = vi.fn((page: number) => Promise.resolve(`page ${page}`))
    const user = show(list(ask))
    expect(await screen.findByText('1 of 2 shown')).toBeDefined()
    ask.mockRejectedValueOnce(new Error('Lost.'))
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    expect((await screen.findByRole('alert')).textContent).toBe('The list is not thereLost.Try again')
    expect(screen.getByText(/page 1/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/page 1, page 2/)).toBeDefined()
    expect(ask).toHaveBeenLastCalledWith(2)
  })

  test('says that it is offline when nothing has come', async () => {
    goOffline()
    show(list((page) => Promise.resolve(`page ${page}`)))
    expect((await screen.findByRole('alert')).textContent).toContain('You are offline.')
  })
})
