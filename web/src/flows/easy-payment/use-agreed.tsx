import { type ReactNode, useState } from 'react'
import { TermsCheck } from '#/features/payments/components/TermsCheck'

/**
 * The checkbox for the terms. For auto debit it is checked at first. Rent in advance has terms of its own about
 * leaving early, so its customer ticks it.
 * While it is unchecked, the buttons are disabled and say why.
 */
export function useAgreed({ atFirst = true }: { atFirst?: boolean } = {}): {
  agreed: boolean
  terms: ReactNode
  reason: { 'aria-describedby'?: string }
} {
  const [agreed, setAgreed] = useState(atFirst)
  const [touched, setTouched] = useState(false)
  const change = (checked: boolean) => {
    setAgreed(checked)
    setTouched(true)
  }
  return {
    agreed,
    terms: <TermsCheck checked={agreed} missing={!agreed} untouched={!touched} onChange={change} />,
    reason: agreed ? {} : { 'aria-describedby': 'payment-terms-missing' },
  }
}
