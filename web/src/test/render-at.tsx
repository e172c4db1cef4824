import type { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import { App } from '#/app/App'
import { createAppRouter, createQueryClient } from '#/app/router'
import { endSessionOn401 } from '#/app/session-end'
import { leave } from '#/platform/leave'
import { storageKeys } from '#/platform/storage'
import { timing } from '#/platform/timing'
import { aUser } from './builders'

/** Stores a session as the sign-in calls do. */
export function signIn(user: object = aUser(), token = 'rs1_token'): void {
  window.localStorage.setItem(storageKeys.token, token)
  window.localStorage.setItem(storageKeys.user, JSON.stringify(user))
}

interface RenderOptions {
  /** History entries before the opened one, oldest first. */
  before?: string[]
  signedIn?: boolean
  /** Called before anything is rendered. */
  start?(queries: QueryClient): void
}

/**
 * Renders the whole app at a path such as '/home?requestType=repair-request'.
 * Leaving the app is recorded but does not happen, and pauses end at once.
 */
export async function renderAt(path: string, { before = [], signedIn = true, start }: RenderOptions = {}) {
  if (signedIn && !window.localStorage.getItem(storageKeys.token)) signIn()
  const left = {
    to: vi.spyOn(leave, 'to').mockImplementation(() => {}),
    replace: vi.spyOn(leave, 'replace').mockImplementation(() => {}),
    reload: vi.spyOn(leave, 'reload').mockImplementation(() => {}),
  }
  vi.spyOn(timing, 'pause').mockImplementation(() => new Promise((resolve) => setTimeout(resolve)))
  const history = createMemoryHistory({ initialEntries: [...before, path].map((entry) => `/dashboard${entry}`) })
  vi.spyOn(window.history, 'length', 'get').mockImplementation(() => history.length)
  const queryClient = createQueryClient()
  const defaults = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retry: false } })
  start?.(queryClient)
  const router = createAppRouter(queryClient, history)
  endSessionOn401(queryClient, router)
  const screen = render(<App router={router} queryClient={queryClient} />)
  await vi.waitFor(() => {
    if (router.state.status === 'pending' && !left.replace.mock.calls.length) throw new Error('still loading')
  })
  return {
    ...screen,
    user: userEvent.setup(),
    router,
    history,
    queryClient,
    left,
    location: () => router.state.location,
  }
}
