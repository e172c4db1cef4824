import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAppConfig } from '#/api/config'
import { m } from '#/copy'
import { toasts } from '#/platform/toast'
import { useStore } from '#/shared/store'
import { useTitleSuffix } from '#/shared/use-document-title'
import { ToastRegion } from '#/ui/ToastRegion'

/** Around every layout: page title, toasts. */
export function AppRoot(): ReactNode {
  const items = useStore(toasts)
  const { productName } = useAppConfig()
  useTitleSuffix(productName)
  return (
    <>
      <Outlet />
      <ToastRegion label={m.app_toasts()} toasts={items} />
    </>
  )
}
