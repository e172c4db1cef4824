import { onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { createElement, type PropsWithChildren } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient } from '#/app/router'
import { STALL_MS } from '#/shared/stall'
import { aConfig } from '#/test/builders'
import { call, http } from '#/test/contract'
import { server } from '#/test/server'
import { useMapPort } from './use-map-port'

function mapPort(client = createQueryClient()) {
  const wrapper = ({ children }: PropsWithChildren) => createElement(QueryClientProvider, { client }, children)
  const { result } = renderHook(useMapPort, { wrapper })
  return { client, nameOfMap: () => result.current.port?.geocoder.name }
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Simulates a network that accepts every request and never responds. */
function silence() {
  return vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(
      (_, init) =>
        new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
    )
}

afterEach(() => {
  onlineManager.setOnline(true)
  vi.restoreAllMocks()
})

test('the map is the one that the installation names', async () => {
  server.use(http.get(call('/app-config.json'), () => HttpResponse.json(aConfig({ mapPage: '/map' }))))
  const { nameOfMap } = mapPort()
  expect(nameOfMap()).toBeUndefined()
  await waitFor(() => expect(nameOfMap()).toBe('google'))
})

describe('where nobody says which map there is, ours comes', () => {
  test('after 20 s of silence, and it stays while another screen asks once more', async () => {
    vi.useFakeTimers()
    const asked = silence()
    const { client, nameOfMap } = mapPort()
    await pass(STALL_MS - 1)
    expect(nameOfMap()).toBeUndefined()
    await pass(10)
    expect([nameOfMap(), asked.mock.calls.length]).toEqual(['gazetteer', 1])
    mapPort(client)
    await pass(10)
    expect([nameOfMap(), asked.mock.calls.length]).toEqual(['gazetteer', 2])
  })

  test('at once without a network', () => {
    onlineManager.setOnline(false)
    expect(mapPort().nameOfMap()).toBe('gazetteer')
  })
})
