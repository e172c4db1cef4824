import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { AppFrame } from '#/app/AppFrame'
import { parseDialogSearch } from '#/app/dialog-search'
import { ErrorPage } from '#/app/error/ErrorPage'
import { NotFoundPage } from '#/app/error/NotFoundPage'
import { beforeEveryNavigation } from '#/app/guards/before-navigation'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  validateSearch: parseDialogSearch,
  staticData: { middleware: ['link'] },
  beforeLoad: beforeEveryNavigation,
  component: AppFrame,
  errorComponent: ErrorPage,
  notFoundComponent: NotFoundPage,
})
