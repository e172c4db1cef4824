import { Outlet, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useAppConfig } from '#/api/config'
import { getLocale, m } from '#/copy'
import { toasts } from '#/platform/toast'
import { useStore } from '#/shared/store'
import { useDocumentTitle } from '#/shared/use-document-title'
import { ToastRegion } from '#/ui/ToastRegion'
import { pageTitle } from './page-title'

/** Around every layout: language, page title, toasts. */
export function AppFrame(): ReactNode {
  const items = useStore(toasts)
  const { productName } = useAppConfig()
  const routeId = useRouterState({ select: (state) => state.matches.at(-1)?.routeId })
  useDocumentTitle(pageTitle(routeId), productName)
  useEffect(() => {
    document.documentElement.lang = getLocale()
  }, [])
  return (
    <>
      <Outlet />
      <ToastRegion label={m.shell_toasts()} toasts={items} />
    </>
  )
}
