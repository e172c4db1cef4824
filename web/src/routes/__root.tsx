import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { AppFrame } from '#/app/AppFrame'
import { dialogSearchSchema } from '#/app/dialog-search'
import { beforeEveryNavigation } from '#/app/guards/before-navigation'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  validateSearch: dialogSearchSchema,
  staticData: { middleware: ['link'] },
  beforeLoad: beforeEveryNavigation,
  component: AppFrame,
})
