import { type ReactNode, useState } from 'react'
import { TermsCheck } from '#/features/payments/components/TermsCheck'

/**
 * The checkbox for the terms, checked at first.
 * While it is unchecked, the buttons of auto debit are disabled and say why.
 */
export function useAgreed(): { agreed: boolean; terms: ReactNode; reason: { 'aria-describedby'?: string } } {
  const [agreed, setAgreed] = useState(true)
  return {
    agreed,
    terms: <TermsCheck checked={agreed} missing={!agreed} onChange={setAgreed} />,
    reason: agreed ? {} : { 'aria-describedby': 'payment-terms-missing' },
  }
}
