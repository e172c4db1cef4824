import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { m } from '#/copy'
import { Loaded } from '#/kit/Loaded'
import { isDirectLogin, useSessionUser } from '#/platform/session'
import { Button } from '#/ui/Button'
import { SpinnerBlock } from '#/ui/Spinner'
import { TextField } from '#/ui/TextField'
import { payeeQuery, saveUpiDetails } from '../calls'
import { saveTrouble, UPI } from '../model'
import { useRefundChoice } from '../use-refund-choice'
import type { RefundFormProps } from './BankDetailsForm'
import { DepositAmount } from './DepositAmount'
import { RefundAlternates } from './RefundOptions'

/** The UPI id for a refund. In an agent's session the saved id is shown and nothing can be changed. */
export function UpiForm(props: RefundFormProps) {
  const userId = useSessionUser()?.id ?? 0
  const query = useQuery(payeeQuery(userId))
  return (
    <Loaded query={query} pending={<SpinnerBlock label={m.shell_loading()} />}>
      {(saved) => <IdForm {...props} userId={userId} saved={saved.vpa ?? ''} />}
    </Loaded>
  )
}

function IdForm({
  mode,
  onNext,
  deposit,
  onSaved,
  userId,
  saved,
}: RefundFormProps & { userId: number; saved: string }) {
  const [vpa, setVpa] = useState(saved)
  const [trouble, setTrouble] = useState<string>()
  const [saving, setSaving] = useState(false)
  const choice = useRefundChoice({ mode, onNext })
  const locked = isDirectLogin()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSaving(true)
    try {
      await saveUpiDetails(userId, vpa.trim())
      await (onSaved ?? choice.confirm)(UPI)
    } catch (error) {
      setTrouble(saveTrouble(error))
    } finally {
      setSaving(false)
    }
  }
  return (
    <section className="grid gap-5" aria-labelledby="refund-upi">
      <h3 id="refund-upi" className="font-bold text-section">
        {m.settlement_to_upi()}
      </h3>
      <DepositAmount amount={deposit} />
      <form onSubmit={submit} noValidate className="grid gap-4">
        <TextField
          label={m.settlement_upi_id()}
          name="vpa"
          value={vpa}
          error={trouble}
          readOnly={locked}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => {
            setVpa(event.target.value)
            setTrouble(undefined)
          }}
        />
        {!locked && (
          <Button
            type="submit"
            wide
            busy={saving}
            disabled={vpa.trim() === ''}
            disabledReason={m.settlement_enter_upi()}
          >
            {m.settlement_save()}
          </Button>
        )}
      </form>
      {!onSaved && (
        <RefundAlternates
          hide={UPI}
          onChoose={choice.choose}
          busy={choice.busy}
          atOnce={mode === 'banner' && !locked ? deposit : undefined}
        />
      )}
    </section>
  )
}
