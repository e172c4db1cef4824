import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dashboardKey } from '#/api/dashboard'
import { m } from '#/copy'
import { isDirectLogin, useSessionUser } from '#/platform/session'
import { toast } from '#/platform/toast'
import { refundKey, setRefundPreference } from './calls'
import { BANK, type Preference, type RefundMode, type RefundStep, UPI, WALLET } from './model'

interface Choice {
  mode: RefundMode
  onNext(step: RefundStep): void
}

/** Stores how a refund is to be paid, and says where the person goes next. An agent stores nothing. */
export function useRefundChoice({ mode, onNext }: Choice) {
  const queries = useQueryClient()
  const id = useSessionUser()?.id ?? 0
  const store = useMutation({
    mutationFn: (preference: Preference) => setRefundPreference(id, preference),
    onSuccess: async (_, preference) => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: refundKey }),
        mode === 'banner' && queries.invalidateQueries({ queryKey: dashboardKey }),
      ])
      if (mode === 'banner') toast.success(m.settlement_preference_set())
      onNext(afterwards(mode, preference))
    },
    onError: (error) => toast.error(error.message),
  })
  const choose = (preference: Preference) => {
    if (isDirectLogin() && mode === 'close-flow') onNext('close-subscription-confirmation')
    else if (preference === BANK) onNext('bank-details')
    else if (preference === UPI) onNext('refund-upi')
    else if (isDirectLogin()) onNext('close')
    else store.mutate(preference)
  }
  return { choose, confirm: store.mutateAsync, busy: store.isPending }
}

function afterwards(mode: RefundMode, preference: Preference): RefundStep {
  if (mode === 'close-flow') return 'close-subscription-confirmation'
  return preference === WALLET ? 'close' : 'settlement'
}
