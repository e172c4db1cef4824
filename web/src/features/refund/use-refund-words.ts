import { useQuery } from '@tanstack/react-query'
import { useAppConfig } from '#/api/config'
import { useCustomerId } from '#/api/customer'
import { BANK, UPI, WALLET } from '#/api/refund-preference'
import { m } from '#/copy'
import { type Payee, payeeQuery, preferenceQuery } from './calls'
import { maskedAccount } from './model'

/** Where the deposit goes, as it is stored. */
export function useRefundWords(): string | undefined {
  const userId = useCustomerId()
  return useWords(useQuery(preferenceQuery(userId)).data, useQuery(payeeQuery(userId)).data)
}

/** Is it still being asked? What it stands above must not come before it, or would move away from under a finger. */
export function useRefundWordsAwaited(needed: boolean): boolean {
  const userId = useCustomerId()
  const preference = useQuery({ ...preferenceQuery(userId), enabled: needed })
  const payee = useQuery({ ...payeeQuery(userId), enabled: needed })
  return preference.isLoading || payee.isLoading
}

function useWords(preference: number | undefined, payee: Payee | undefined): string | undefined {
  const { walletName: wallet } = useAppConfig()
  switch (preference) {
    case undefined:
      return undefined
    case WALLET:
      return m.refund_review_to_wallet({ wallet })
    case BANK:
      return payee?.accountNumber && m.refund_review_to_bank({ account: maskedAccount(payee.accountNumber) })
    case UPI:
      return payee?.vpa && m.refund_review_to_upi({ vpa: payee.vpa })
    default:
      return m.refund_review_open()
  }
}
