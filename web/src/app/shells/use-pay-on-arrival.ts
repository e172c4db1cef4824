import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { requestPayment } from '#/state/payment-request'
import { isDirectLogin } from '#/state/session'
import type { DialogSearch } from '../dialog-search'
import { PAY_ON_ARRIVAL } from '../paths'

/**
 * A link in a message leads to the payment of the dues, once. The key leaves the URL, so that neither
 * a reload nor Back starts the payment again. An agent cannot pay and gets only the page.
 * Nothing starts before the page is there, because a sign-in may still be on its way to the page.
 */
export function usePayOnArrival(): void {
  const router = useRouter()
  const pay = useRouterState({
    select: ({ status, resolvedLocation }) =>
      status === 'idle' ? (resolvedLocation?.search as DialogSearch | undefined)?.pay : undefined,
  })
  useEffect(() => {
    if (pay === undefined) return
    const begins = pay === PAY_ON_ARRIVAL && !isDirectLogin()
    const { pay: _, ...search } = router.state.location.search as DialogSearch
    const cleaned = router.navigate({ to: '.', search, replace: true })
    if (begins) void cleaned.then(() => requestPayment({ type: 'due', autoDebit: false }))
  }, [pay, router])
}
