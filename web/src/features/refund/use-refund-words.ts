import { useQuery } from '@tanstack/react-query'
import { useAppConfig } from '#/api/config'
import { m } from '#/copy'
import { useSessionUser } from '#/platform/session'
import { payeeQuery, preferenceQuery } from './calls'
import { BANK, maskedAccount, UPI, WALLET } from './model'

/** Where the deposit goes, as it is stored. */
export function useRefundWords(): string | undefined {
  const userId = useSessionUser()?.id ?? 0
  const preference = useQuery(preferenceQuery(userId)).data
  const payee = useQuery(payeeQuery(userId)).data
  const { walletName: wallet } = useAppConfig()
  switch (preference) {
    case undefined:
      return undefined
    case WALLET:
      return m.closure_review_to_wallet({ wallet })
    case BANK:
      return payee?.accountNumber && m.closure_review_to_bank({ account: maskedAccount(payee.accountNumber) })
    case UPI:
      return payee?.vpa && m.closure_review_to_upi({ vpa: payee.vpa })
    default:
      return m.closure_review_refund_open()
  }
}
