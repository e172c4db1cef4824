import { useMutation } from '@tanstack/react-query'
import { useChanged } from '#/api/changed'
import { m } from '#/copy'
import { useToastIfGone } from '#/kit/toast-if-gone'
import { toast } from '#/platform/toast'
import { activate } from './calls'

/** Switches the debits to another mandate. */
export function useActivate(hadActive: boolean, onChanged: () => void) {
  const changed = useChanged()
  const toastIfGone = useToastIfGone()
  const { mutate, isPending, error } = useMutation({
    mutationFn: activate,
    onSuccess: async () => {
      await changed('auto-debit', 'dashboard')
      toast.success(hadActive ? m.easy_payment_changed() : m.payments_mandate_set_done())
      onChanged()
    },
    onError: toastIfGone,
  })
  return { submit: mutate, busy: isPending, error }
}
