import { useDashboard } from '#/api/dashboard'
import { sumRupees } from '#/shared/money'

/** Rupees that are paid out once the way of refunds is saved: all refunds that are ready, after what is due. */
export function useReadyPayout(): number {
  const { data } = useDashboard()
  if (!data) return 0
  const { amount, paysDueOfDeposit, paysDueOfWallet } = data.readyRefund
  return sumRupees([amount, -paysDueOfDeposit, -paysDueOfWallet])
}
