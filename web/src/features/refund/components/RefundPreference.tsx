import { useQuery } from '@tanstack/react-query'
import { useCustomerId } from '#/api/customer'
import { BANK, UPI } from '#/api/refund-preference'
import { m } from '#/copy'
import { useDraftState } from '#/kit/draft-storage'
import { useBackCloses } from '#/platform/back'
import { isDirectLogin } from '#/state/session'
import { preferenceQuery, type Settlement } from '../calls'
import type { RefundMode, RefundStep } from '../model'
import { useRefundChoice } from '../use-refund-choice'
import { BankDetailsForm } from './BankDetailsForm'
import { RefundOptions } from './RefundOptions'
import { RefundSum } from './RefundSum'
import { UpiForm } from './UpiForm'

export interface RefundPreferenceProps {
  /** In the close flow, the forms are steps of the flow. From the banner they open in place. */
  mode: RefundMode
  onNext(step: RefundStep): void
  /** What is refunded, if it is known already. */
  settlement?: Settlement
}

/** Asks how the customer wants to be refunded. */
export function RefundPreference({ mode, onNext, settlement }: RefundPreferenceProps) {
  const [form, setForm] = useDraftState<'bank-details' | 'refund-upi' | undefined>('refund-form', undefined)
  useBackCloses(form !== undefined, () => setForm(undefined))
  const next = (step: RefundStep) => {
    if (mode === 'banner' && (step === 'bank-details' || step === 'refund-upi')) setForm(step)
    else onNext(step)
  }
  const choice = useRefundChoice({ mode, onNext: next })
  const chosen = useQuery(preferenceQuery(useCustomerId())).data
  const sum = settlement && <RefundSum settlement={settlement} />
  if (form === 'bank-details') return <BankDetailsForm mode={mode} onNext={next} sum={sum} key={BANK} />
  if (form === 'refund-upi') return <UpiForm mode={mode} onNext={next} sum={sum} key={UPI} />
  return (
    <section className="grid gap-4" aria-labelledby="refund-how">
      <h3 id="refund-how" className="font-bold text-section">
        {m.refund_how()}
      </h3>
      {sum}
      {mode === 'close-flow' && !isDirectLogin() && <p className="text-muted">{m.refund_saved_for_all()}</p>}
      <RefundOptions chosen={chosen} {...choice} onChoose={choice.choose} />
    </section>
  )
}
