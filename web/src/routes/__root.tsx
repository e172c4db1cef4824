import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { AppRoot } from '#/app/AppRoot'
import { parseDialogSearch } from '#/app/dialog-search'
import { StandaloneError, StandaloneNotFound } from '#/app/error/Standalone'
import { beforeEveryNavigation } from '#/app/guards/before-navigation'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  validateSearch: parseDialogSearch,
  staticData: { middleware: ['link'] },
  beforeLoad: beforeEveryNavigation,
  component: AppRoot,
  errorComponent: StandaloneError,
  notFoundComponent: StandaloneNotFound,
})
