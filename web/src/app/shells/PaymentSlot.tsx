import { useQueryClient } from '@tanstack/react-query'
import { type AnyRouter, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { allChanged } from '#/api/changed'
import { useAppConfig } from '#/api/config'
import { useCustomerId } from '#/api/customer'
import { useDashboard } from '#/api/dashboard'
import type { AfterSuccess } from '#/features/payments/components/SuccessDialog'
import { gatewayRequest } from '#/features/payments/gateway-request'
import { hasDues, type PaymentType } from '#/features/payments/model'
import { usePayment } from '#/features/payments/store'
import { lazyPart } from '#/kit/lazy-part'
import { mayPrefetch } from '#/platform/connection'
import { readDeviceInfo } from '#/platform/device'
import { onFirstInteraction } from '#/platform/first-interaction'
import { type OpenPayment, readOpenPayment } from '#/state/open-payment'
import { usePaymentRequest } from '#/state/payment-request'
import { listenForPaymentElsewhere } from '#/state/payment-tabs'
import { type SessionUser, useSessionUser } from '#/state/session'
import { type DialogSearch, dialogView, withoutDialog } from '../dialog-search'
import { closeDialog } from '../history'
import { afterSuccess } from './after-success'
import { FeedbackSlot } from './FeedbackSlot'
import { focusPage } from './focus-page'
import { PaymentMissing } from './PaymentMissing'
import { useIsCustomer } from './use-b2b'
import { usePayOnArrival } from './use-pay-on-arrival'

const loadHost = () => import('#/features/payments/components/PaymentHost')
const PaymentHost = lazyPart('payment', loadHost, { failed: (failure) => <PaymentMissing {...failure} /> })

/**
 * A customer with dues will probably pay, so the payment chunk is prefetched at the first interaction.
 * The chunk is a third of all that home loads, which is too much for somebody who only looks.
 */
function usePrefetchedHost(due: boolean) {
  useEffect(() => {
    if (due && mayPrefetch()) return onFirstInteraction(() => void loadHost().catch(() => {}))
  }, [due])
}

/** Payments and the feedback after them, above every page. No part of it loads before it is needed. */
export function PaymentSlot() {
  const user = useSessionUser()
  const customer = useIsCustomer()
  return user && customer ? <CustomerPayments key={user.id} user={user} /> : null
}

function CustomerPayments({ user }: { user: SessionUser }) {
  const request = usePaymentRequest()
  const { phase } = usePayment()
  const [interrupted] = useState<OpenPayment | undefined>(() => readOpenPayment(user.id))
  const [paidBefore, setPaidBefore] = useState(false)
  const { data, isError } = useDashboard()
  const context = usePaymentContext(user)
  usePayOnArrival()
  usePrefetchedHost(data !== undefined && hasDues(data))
  const alone = !useSearch({ from: '__root__', select: givesWay })
  const { showAlone, refresh, refetchAll, goOn } = usePaymentNavigation()
  const onPaid = useCallback(() => {
    refresh()
    setPaidBefore(true)
  }, [refresh])

  // Keep the host from the first payment on, because it still checks a payment that was closed unfinished.
  const [needed, setNeeded] = useState(interrupted !== undefined)
  if (!needed && (request !== undefined || phase !== 'idle')) setNeeded(true)
  return (
    <>
      {needed && data && (
        <PaymentHost
          data={data}
          context={context}
          request={request}
          interrupted={interrupted}
          noOtherDialog={alone}
          onShow={showAlone}
          onPaid={onPaid}
          onOutdated={refetchAll}
          onDone={goOn}
        />
      )}
      {isError && !data && <PaymentMissing retry={refetchAll} />}
      <FeedbackSlot
        customerId={user.id}
        afterPayment={paidBefore}
        clear={phase === 'idle'}
        onClosed={() => setPaidBefore(false)}
      />
    </>
  )
}

function usePaymentContext(user: SessionUser) {
  const { productSlug, androidApp, payOrigin } = useAppConfig()
  const { id: customerId, mobileNumber } = user
  return useMemo(() => {
    const device = gatewayRequest({ productSlug, androidApp }, readDeviceInfo(), mobileNumber)
    return { customerId, payOrigin, device }
  }, [customerId, payOrigin, productSlug, androidApp, mobileNumber])
}

/** Whether a request flow is open. A request that had to be paid for first goes on there. */
function isRequestOpen(router: AnyRouter): boolean {
  const { search } = router.state.location
  return search.requestType !== undefined && dialogView(search)?.name === search.requestType
}

/** Whether the open dialog closes for a payment: auto debit and its promotion lead to one. */
function givesWay(search: DialogSearch): boolean {
  const name = dialogView(search)?.name
  return name === 'auto-debit-promo' || name === 'easy-payment'
}

/** How a payment affects the rest of the app. */
function usePaymentNavigation() {
  const router = useRouter()
  const customer = useCustomerId()
  const queryClient = useQueryClient()
  const showAlone = useCallback(() => {
    if (givesWay(router.state.location.search)) closeDialog(router)
  }, [router])
  const refetchAll = useCallback(() => void allChanged(queryClient, customer, 'money'), [queryClient, customer])
  const refresh = useCallback(() => {
    refetchAll()
    if (dialogView(router.state.location.search) === undefined || isRequestOpen(router)) return
    void router.navigate({ to: '.', search: withoutDialog, replace: true, state: true })
  }, [refetchAll, router])
  const goOn = useCallback(
    (paid: PaymentType, next: AfterSuccess) => {
      if (next === 'close' && isRequestOpen(router)) return
      const { to = '.', search } = afterSuccess(paid, next)
      const stays = next === 'close' && to === '.' && dialogView(router.state.location.search) === undefined
      // Replace the history entry that the payment has taken, so that Back leads to the page below it.
      if (!stays) void router.navigate({ to, search: (old) => ({ ...withoutDialog(old), ...search }), replace: true })
      focusPage()
    },
    [router],
  )
  useEffect(() => listenForPaymentElsewhere(refetchAll), [refetchAll])
  return { showAlone, refresh, refetchAll, goOn }
}
