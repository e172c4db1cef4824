import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { m } from '#/copy'
import { Loaded } from '#/kit/Loaded'
import { isDirectLogin, useSessionUser } from '#/platform/session'
import { Button } from '#/ui/Button'
import { Notice } from '#/ui/Notice'
import { SpinnerBlock } from '#/ui/Spinner'
import { TextField } from '#/ui/TextField'
import { type Payee, payeeQuery, saveBankDetails } from '../calls'
import {
  BANK,
  type BankDetails,
  type BankErrors,
  bankErrors,
  IFSC_LENGTH,
  isFilled,
  type Preference,
  type RefundMode,
  type RefundStep,
  saveTrouble,
  trimmed,
} from '../model'
import { useBankLookup } from '../use-bank-lookup'
import { useRefundChoice } from '../use-refund-choice'
import { DepositAmount } from './DepositAmount'
import { RefundAlternates } from './RefundOptions'

export interface RefundFormProps {
  mode: RefundMode
  onNext(step: RefundStep): void
  /** What goes back, in rupees. */
  deposit?: number
  /** Does something else with saved details than make them the way of refunds. */
  onSaved?(preference: Preference): Promise<unknown>
}

/** The bank account for a refund. In an agent's session the saved details are shown and nothing can be changed. */
export function BankDetailsForm(props: RefundFormProps) {
  const userId = useSessionUser()?.id ?? 0
  const query = useQuery(payeeQuery(userId))
  return (
    <Loaded query={query} pending={<SpinnerBlock label={m.shell_loading()} />}>
      {(saved) => <BankForm {...props} userId={userId} saved={bankOf(saved)} />}
    </Loaded>
  )
}

function bankOf({ nameInBank = '', accountNumber = '', ifsc = '', bankName = '' }: Payee): BankDetails {
  return { nameInBank, accountNumber, ifsc, bankName }
}

function BankForm({
  mode,
  onNext,
  deposit,
  onSaved,
  userId,
  saved,
}: RefundFormProps & { userId: number; saved: BankDetails }) {
  const [bank, setBank] = useState(saved)
  const [errors, setErrors] = useState<BankErrors>({})
  const [trouble, setTrouble] = useState<string>()
  const [saving, setSaving] = useState(false)
  const choice = useRefundChoice({ mode, onNext })
  const locked = isDirectLogin()
  const change = (field: keyof BankDetails, value: string) => {
    setBank((before) => ({ ...before, [field]: value }))
    setErrors((before) => ({ ...before, [field]: undefined }))
    setTrouble(undefined)
  }
  useBankLookup(locked || bank.ifsc === saved.ifsc ? '' : bank.ifsc, {
    onFound: (name) => change('bankName', name),
    onUnknown: () => setErrors((before) => ({ ...before, ifsc: m.settlement_ifsc_invalid() })),
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const details = trimmed(bank)
    const found = bankErrors(details)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    setSaving(true)
    try {
      await saveBankDetails(userId, details)
      await (onSaved ?? choice.confirm)(BANK)
    } catch (error) {
      setTrouble(saveTrouble(error))
    } finally {
      setSaving(false)
    }
  }
  const field = (name: keyof BankDetails) => ({
    name,
    value: bank[name],
    error: errors[name],
    readOnly: locked,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
  })
  return (
    <section className="grid gap-5" aria-labelledby="refund-bank">
      <h3 id="refund-bank" className="font-bold text-section">
        {m.settlement_to_bank()}
      </h3>
      <DepositAmount amount={deposit} />
      <form onSubmit={submit} noValidate className="grid gap-4">
        <TextField label={m.settlement_name()} {...field('nameInBank')} />
        <TextField label={m.settlement_account()} inputMode="numeric" maxLength={24} {...field('accountNumber')} />
        <TextField
          label={m.settlement_ifsc()}
          autoCapitalize="characters"
          spellCheck={false}
          {...field('ifsc')}
          onChange={(event) => change('ifsc', event.target.value.trim().toUpperCase().slice(0, IFSC_LENGTH))}
        />
        <TextField label={m.settlement_bank_name()} {...field('bankName')} />
        {trouble && <Notice tone="danger">{trouble}</Notice>}
        {!locked && (
          <Button type="submit" wide busy={saving} disabled={!isFilled(bank)} disabledReason={m.settlement_fill_all()}>
            {m.settlement_save()}
          </Button>
        )}
      </form>
      {!onSaved && (
        <RefundAlternates
          hide={BANK}
          onChoose={choice.choose}
          busy={choice.busy}
          atOnce={mode === 'banner' && !locked ? deposit : undefined}
        />
      )}
    </section>
  )
}
