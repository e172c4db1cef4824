import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCustomerId } from '#/api/customer'
import { BANK } from '#/api/refund-preference'
import { m } from '#/copy'
import { dataAge } from '#/kit/DataAge'
import { useForm } from '#/kit/form'
import { InlineError } from '#/kit/InlineError'
import { QueryContent } from '#/kit/QueryContent'
import { formatRupees } from '#/shared/money'
import { isDirectLogin } from '#/state/session'
import { Button } from '#/ui/Button'
import { SpinnerBlock } from '#/ui/Spinner'
import { TextField } from '#/ui/TextField'
import { type Payee, payeeQuery } from '../calls'
import {
  type BankDetails,
  bankSchema,
  type EnteredPayee,
  IFSC_LENGTH,
  isFilled,
  isMasked,
  type RefundMode,
  type RefundStep,
  saveTrouble,
} from '../model'

import { useBankLookup } from '../use-bank-lookup'
import { useReadyPayout } from '../use-ready-payout'
import { useRefundChoice } from '../use-refund-choice'
import { RefundAlternates } from './RefundOptions'

export interface RefundFormProps {
  mode: RefundMode
  onNext(step: RefundStep): void
  /** What is paid, shown above the form. */
  sum?: ReactNode
  /** Saves the details for another purpose than the refund preference. */
  send?(payee: EnteredPayee): Promise<unknown>
  /** Rupees that saving pays out, for another purpose than the refund preference. */
  payout?: number
}

/** The bank account for refunds. Agents see the saved details but cannot change them. */
export function BankDetailsForm(props: RefundFormProps) {
  const query = useQuery(payeeQuery(useCustomerId()))
  return (
    <QueryContent
      query={query}
      pending={<SpinnerBlock label={m.kit_loading()} />}
      failed={m.refund_payee_failed()}
      age={dataAge}
    >
      {(saved) => <BankForm {...props} saved={bankOf(saved)} />}
    </QueryContent>
  )
}

/**
 * A masked account cannot be sent again, so name and number must be entered again. Agents see it as it is.
 */
function bankOf({ nameInBank = '', accountNumber = '', ifsc = '', bankName = '' }: Payee): BankDetails {
  if (isMasked(accountNumber) && !isDirectLogin()) return { nameInBank: '', accountNumber: '', ifsc, bankName }
  return { nameInBank, accountNumber, ifsc, bankName }
}

function BankForm({ mode, onNext, sum, send, payout, saved }: RefundFormProps & { saved: BankDetails }) {
  const choice = useRefundChoice({ mode, onNext })
  const ready = useReadyPayout()
  const pays = payout ?? ready
  const locked = isDirectLogin()
  const form = useForm({
    savedAs: 'bank',
    schema: bankSchema,
    initialValues: saved,
    errorText: saveTrouble,
    send: (details) => (send ?? choice.confirm)({ preference: BANK, details }),
  })
  const { answers: bank, change } = form
  useBankLookup(locked || bank.ifsc === saved.ifsc ? '' : bank.ifsc, {
    onFound: (bankName) => change({ bankName }),
    onUnknown: () => form.setFieldError('ifsc', m.refund_ifsc_invalid()),
  })
  const field = (name: keyof BankDetails) => ({
    name,
    value: bank[name],
    error: form.errors[name],
    readOnly: locked,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
  return (
    <section className="grid gap-5" aria-labelledby="refund-bank">
      <h3 id="refund-bank" className="font-bold text-section">
        {m.refund_to_bank()}
      </h3>
      {sum}
      <form {...form.props} className="grid gap-4">
        <TextField label={m.refund_name()} {...field('nameInBank')} />
        <TextField label={m.refund_account()} inputMode="numeric" maxLength={24} {...field('accountNumber')} />
        <TextField
          label={m.refund_ifsc()}
          autoCapitalize="characters"
          spellCheck={false}
          {...field('ifsc')}
          onChange={(event) => change({ ifsc: event.target.value.trim().toUpperCase().slice(0, IFSC_LENGTH) })}
        />
        <TextField label={m.refund_bank_name()} {...field('bankName')} />
        <InlineError>{form.submitError}</InlineError>
        {!locked && pays > 0 && <p>{m.refund_save_pays({ amount: formatRupees(pays) })}</p>}
        {!locked && (
          <Button type="submit" wide busy={form.busy} disabled={!isFilled(bank)} disabledReason={m.refund_fill_all()}>
            {m.refund_save()}
          </Button>
        )}
      </form>
      {!send && <RefundAlternates hide={BANK} {...choice} onChoose={choice.choose} />}
    </section>
  )
}
