import { useRouter, useSearch } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { m } from '#/copy'
import { toast } from '#/platform/toast'
import type { DialogProps } from '#/shared/dialog-props'
import { type DialogView, dialogView } from './dialog-search'
import { Boundary } from './error/Boundary'
import { backOneStep, closeDialog, layPageBelowDialog } from './history'

type Dialog = ComponentType<DialogProps>

/** Each dialog is a file of its own, fetched when the address first asks for it. */
const views: Record<DialogView['name'], Dialog> = {
  'create-new-request': lazy<Dialog>(() => import('#/flows/create-request/CreateRequestDialog')),
  'repair-request': lazy<Dialog>(() => import('#/flows/repair/RepairFlow')),
  'relocate-subscription': lazy<Dialog>(() => import('#/flows/relocate/RelocateFlow')),
  'transfer-ownership': lazy<Dialog>(() => import('#/flows/transfer/TransferFlow')),
  'close-subscription': lazy<Dialog>(() => import('#/flows/close/CloseFlow')),
  'extend-subscription': lazy<Dialog>(() => import('#/flows/extend/ExtendFlow')),
  'easy-payment': lazy<Dialog>(() => import('#/flows/easy-payment/EasyPaymentFlow')),
  'auto-debit-promo': lazy<Dialog>(() => import('#/flows/auto-debit-promo/AutoDebitPromo')),
  settlement: lazy<Dialog>(() => import('#/flows/settlement/SettlementDialog')),
  ticket: lazy<Dialog>(() => import('#/flows/ticket/TicketDialog')),
}

/** Draws the one dialog that the address asks for, above the page that stays where it is. */
export function DialogHost() {
  const router = useRouter()
  const view = dialogView(useSearch({ from: '__root__' }))
  const open = view !== undefined
  useEffect(() => {
    if (open) layPageBelowDialog(router)
  }, [open, router])
  if (!view) return null
  const View = views[view.name]
  const close = () => closeDialog(router)
  return (
    <Boundary key={view.name} place={`dialog ${view.name}`} fallback={() => <DialogFailed onClose={close} />}>
      <Suspense>
        <View {...stateOf(view)} onClose={close} onBack={() => backOneStep(router)} />
      </Suspense>
    </Boundary>
  )
}

function stateOf(view: DialogView): Pick<DialogProps, 'step' | 'notInterested'> {
  return {
    step: 'step' in view ? view.step : undefined,
    notInterested: 'notInterested' in view ? view.notInterested : undefined,
  }
}

/** A dialog that cannot be drawn must not lock its page. */
function DialogFailed({ onClose }: { onClose(): void }) {
  useEffect(() => {
    toast.error(m.errors_unexpected())
    onClose()
  }, [onClose])
  return null
}
