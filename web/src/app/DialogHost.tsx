import { useRouter, useSearch } from '@tanstack/react-router'
import { type ComponentType, useEffect } from 'react'
import { dialogLoadError, lazyPart } from '#/kit/lazy-part'
import type { DialogProps } from '#/shared/dialog-props'
import { type DialogView, dialogView } from './dialog-search'
import { backOneStep, closeDialog, insertPageBelowDialog } from './history'

type Dialog = ComponentType<DialogProps>

const dialog = (load: () => Promise<{ default: Dialog }>) => lazyPart('dialog', load, { failed: dialogLoadError })

/** Each dialog has a chunk of its own, which loads when the URL first asks for it. */
const views: Record<DialogView['name'], Dialog> = {
  'create-new-request': dialog(() => import('#/flows/create-request/CreateRequestDialog')),
  'repair-request': dialog(() => import('#/flows/repair/RepairFlow')),
  'relocate-subscription': dialog(() => import('#/flows/relocate/RelocateFlow')),
  'transfer-ownership': dialog(() => import('#/flows/transfer/TransferFlow')),
  'close-subscription': dialog(() => import('#/flows/close/CloseFlow')),
  'extend-subscription': dialog(() => import('#/flows/extend/ExtendFlow')),
  'easy-payment': dialog(() => import('#/flows/easy-payment/EasyPaymentFlow')),
  'auto-debit-promo': dialog(() => import('#/flows/auto-debit-promo/AutoDebitPromo')),
  settlement: dialog(() => import('#/flows/settlement/SettlementDialog')),
  ticket: dialog(() => import('#/flows/ticket/TicketDialog')),
  extension: dialog(() => import('#/flows/extend/AgreedExtension')),
  'why-amount': dialog(() => import('#/features/invoices/components/WhySheet')),
}

/** Draws the one dialog that the URL asks for, above the page, which stays as it is. */
export function DialogHost() {
  const router = useRouter()
  const view = dialogView(useSearch({ from: '__root__' }))
  const open = view !== undefined
  useEffect(() => {
    if (open) insertPageBelowDialog(router)
  }, [open, router])
  if (!view) return null
  const View = views[view.name]
  const close = () => closeDialog(router)
  return <View {...stateOf(view)} onClose={close} onBack={() => backOneStep(router)} />
}

function stateOf(view: DialogView): Pick<DialogProps, 'step' | 'notInterested' | 'returns'> {
  return {
    step: 'step' in view ? view.step : undefined,
    returns: 'returns' in view ? view.returns : undefined,
    notInterested: 'notInterested' in view ? view.notInterested : undefined,
  }
}
