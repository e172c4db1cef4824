import { MutationCache, QueryClient } from '@tanstack/react-query'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { shouldRetry } from '#/api/errors'
import { mayLeave } from '#/kit/may-leave'
import { mayPrefetch } from '#/platform/connection'
import { firstScreenShown } from '#/platform/first-screen'
import { sending } from '#/state/sending'
import { routeTree } from '../routeTree.gen'
import { parseDialogSearch } from './dialog-search'
import { ErrorPage } from './error/ErrorPage'
import { NotFoundPage } from './error/NotFoundPage'
import { PagePending } from './error/PagePending'
import { dropStaleLayers, trackPageEntries } from './history'
import { BASE_PATH, HOME } from './paths'
import { parseSearch, stringifySearch } from './search-codec'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The mutation only asks and changes nothing, so its screen may be left before the answer. */
      asks?: true
    }
  }
}

export function createQueryClient(): QueryClient {
  const mutationCache = new MutationCache({
    onMutate: (_variables, mutation) => {
      if (!mutation.meta?.asks) sending.begin(mutation)
    },
    onSuccess: (_data, _variables, _context, mutation) => sending.end(mutation),
    onError: (_error, _variables, _context, mutation) => sending.end(mutation),
  })
  return new QueryClient({
    mutationCache,
    defaultOptions: {
      queries: { retry: shouldRetry, staleTime: 30_000, gcTime: 30 * 60_000 },
      // Offline, a call fails at once.
      // It never waits for a network, because the customer may have given up by then.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    history,
    basepath: BASE_PATH,
    context: { queryClient },
    // This runs before anything renders, so that no guard, dialog or address bar ever sees an invalid value.
    parseSearch: (query) => parseDialogSearch(parseSearch(query)),
    stringifySearch,
    defaultPreload: mayPrefetch() ? 'intent' : false,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
  })
  stayWhileSending(router.history)
  trackPageEntries(router)
  dropStaleLayers(router)
  // Home itself reports when its figures are there.
  router.subscribe('onResolved', ({ toLocation }) => toLocation.pathname !== HOME && firstScreenShown())
  return router
}

/** Whatever leads away (a link, Close or the phone's Back) waits for the answer. See `mayLeave`. */
function stayWhileSending(history: RouterHistory): void {
  let letGo: (() => void) | undefined
  sending.subscribe(() => {
    if (sending.isUnderWay()) letGo ??= history.block({ blockerFn: () => !mayLeave(), enableBeforeUnload: false })
    else {
      letGo?.()
      letGo = undefined
    }
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
  interface StaticDataRouteOption {
    /** Rules that run before the route, by name. See app/guards/middleware. */
    middleware?: readonly string[]
  }
}
