import { QueryClient } from '@tanstack/react-query'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { shouldRetry } from '#/api/errors'
import { mayPrefetch } from '#/platform/connection'
import { firstScreenShown } from '#/platform/first-screen'
import { routeTree } from '../routeTree.gen'
import { parseDialogSearch } from './dialog-search'
import { ErrorPage } from './error/ErrorPage'
import { NotFoundPage } from './error/NotFoundPage'
import { PagePending } from './error/PagePending'
import { BASE_PATH, HOME } from './guards/redirect-url'
import { leaveStaleLayers, rememberPlainEntries } from './history'
import { parseSearch, stringifySearch } from './search-codec'

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: shouldRetry, staleTime: 30_000, gcTime: 30 * 60_000 },
      mutations: { retry: false },
    },
  })
}

export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    history,
    basepath: BASE_PATH,
    context: { queryClient },
    // Before anything renders: no guard, no dialog and no address bar ever sees a value that means nothing.
    parseSearch: (query) => parseDialogSearch(parseSearch(query)),
    stringifySearch,
    defaultPreload: mayPrefetch() ? 'intent' : false,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
  })
  rememberPlainEntries(router)
  leaveStaleLayers(router)
  // Home says itself when its figures are there.
  router.subscribe('onResolved', ({ toLocation }) => toLocation.pathname !== HOME && firstScreenShown())
  return router
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
  interface StaticDataRouteOption {
    /** Rules that run before the route, by name; see app/guards/middleware. */
    middleware?: readonly string[]
  }
}
