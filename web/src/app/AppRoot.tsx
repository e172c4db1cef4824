import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAppConfig } from '#/api/config'
import { m } from '#/copy'
import { dialogLoadError, lazyPart } from '#/kit/lazy-part'
import { toasts } from '#/platform/toast'
import { useStore } from '#/shared/store'
import { useTitleSuffix } from '#/shared/use-document-title'
import { codeQuestion } from '#/state/code-question'
import { ToastRegion } from '#/ui/ToastRegion'

const ConfirmByCode = lazyPart('confirm-by-code', () => import('#/features/session/components/ConfirmByCode'), {
  failed: dialogLoadError,
})

/** Wraps every layout: page title, toasts, and the identity question above whatever has asked for it. */
export function AppRoot(): ReactNode {
  const items = useStore(toasts)
  const answer = useStore(codeQuestion)
  const { productName } = useAppConfig()
  useTitleSuffix(productName)
  return (
    <>
      <Outlet />
      {answer && <ConfirmByCode onConfirmed={() => answer(true)} onClose={() => answer(false)} />}
      <ToastRegion label={m.app_toasts()} toasts={items} />
    </>
  )
}
