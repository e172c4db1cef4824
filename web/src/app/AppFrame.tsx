import { Outlet } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useAppConfig } from '#/api/config'
import { getLocale, m } from '#/copy'
import { toasts } from '#/platform/toast'
import { useStore } from '#/shared/store'
import { useTitleSuffix } from '#/shared/use-document-title'
import { ToastRegion } from '#/ui/ToastRegion'

/** Around every layout: language, page title, toasts. */
export function AppFrame(): ReactNode {
  const items = useStore(toasts)
  const { productName } = useAppConfig()
  useTitleSuffix(productName)
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
