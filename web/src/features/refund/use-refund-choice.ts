import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useChanged } from '#/api/changed'
import { useAppConfig } from '#/api/config'
import { useCustomerId } from '#/api/customer'
import { dashboardQuery } from '#/api/dashboard'
import { fetchNow } from '#/api/fetch-now'
import { BANK, type Preference, UPI, WALLET } from '#/api/refund-preference'
import { m } from '#/copy'
import { useToastIfGone } from '#/kit/toast-if-gone'
import { toast } from '#/platform/toast'
import { formatRupees } from '#/shared/money'
import { isDirectLogin } from '#/state/session'
import { refundChanges, savePayee, setRefundPreference, settlementsQuery } from './calls'
import { type EnteredPayee, type RefundMode, type RefundStep, readyRefunds } from './model'

/** The wallet, or payout details that were entered into a form. */
type Way = { preference: typeof WALLET } | EnteredPayee

interface Choice {
  mode: RefundMode
  onNext(step: RefundStep): void
}

/** The question before refunds go into the wallet, which happens at once. */
export interface WalletQuestion {
  /** Rupees of all refunds that are ready, because the choice applies to all of them. */
  amount: number
  /** Rupees that are due. The refunds pay them first. */
  due: number
  /** Why the choice could not be stored. */
  error: Error | null
  onConfirm(): void
  onCancel(): void
}

const nothingAsked = { amount: 0, due: 0 }

/** Why the pressed preference could not be applied. It disappears when the customer presses again. */
export interface ChoiceTrouble {
  error: Error
  again(): void
}

/** Stores the refund preference, and says where the customer goes next. Agents store nothing. */
export function useRefundChoice({ mode, onNext }: Choice) {
  const changed = useChanged()
  const id = useCustomerId()
  const { walletName: wallet } = useAppConfig()
  const [asked, setAsked] = useState(nothingAsked)
  const store = useMutation({
    mutationFn: async (way: Way) => {
      if (way.preference !== WALLET) await savePayee(id, way)
      await setRefundPreference(id, way.preference)
    },
    onSuccess: async (_, { preference }) => {
      await changed(...refundChanges)
      if (mode === 'banner') toast.success(m.refund_preference_set())
      if (preference === WALLET && asked.amount > 0 && asked.due > 0) toast.success(resultWords(asked, wallet))
      onNext(afterwards(mode, preference))
    },
  })
  const toStore = () => store.mutate({ preference: WALLET })
  const queries = useQueryClient()
  const toastIfGone = useToastIfGone()
  const toWallet = useMutation({
    mutationFn: async () => {
      const [settlements, { totalPayableAmount: due }] = await Promise.all([
        fetchNow(queries, settlementsQuery(id)),
        fetchNow(queries, dashboardQuery(id)),
      ])
      return { amount: readyRefunds(settlements), due }
    },
    onSuccess: (ready) => (ready.amount > 0 ? setAsked(ready) : toStore()),
    onError: toastIfGone,
  })
  const choose = (preference: Preference) => {
    if (isDirectLogin() && mode === 'close-flow') onNext('close-subscription-confirmation')
    else if (preference === BANK) onNext('bank-details')
    else if (preference === UPI) onNext('refund-upi')
    else if (isDirectLogin()) onNext('close')
    else {
      store.reset()
      toWallet.mutate()
    }
  }
  const callOff = () => {
    setAsked(nothingAsked)
    store.reset()
  }
  // For a bank account or UPI id, the form shows the error.
  const notStored = store.variables?.preference === WALLET ? store.error : null
  const question: WalletQuestion | undefined =
    asked.amount > 0 ? { ...asked, error: notStored, onConfirm: toStore, onCancel: callOff } : undefined
  const trouble = toWallet.error
    ? { error: toWallet.error, again: toWallet.mutate }
    : notStored && { error: notStored, again: toStore }
  return { choose, confirm: store.mutateAsync, busy: store.isPending || toWallet.isPending, question, trouble }
}

/** What happened to a refund that went into the wallet. */
function resultWords({ amount, due }: Pick<WalletQuestion, 'amount' | 'due'>, wallet: string): string {
  const paid = Math.min(amount, due)
  return m.refund_wallet_result({ paid: formatRupees(paid), rest: formatRupees(amount - paid), wallet })
}

function afterwards(mode: RefundMode, preference: Preference): RefundStep {
  if (mode === 'close-flow') return 'close-subscription-confirmation'
  return preference === WALLET ? 'close' : 'settlement'
}
