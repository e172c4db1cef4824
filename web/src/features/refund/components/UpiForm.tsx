import { useQuery } from '@tanstack/react-query'
import { useCustomerId } from '#/api/customer'
import { UPI } from '#/api/refund-preference'
import { m } from '#/copy'
import { dataAge } from '#/kit/DataAge'
import { useForm } from '#/kit/form'
import { QueryContent } from '#/kit/QueryContent'
import { formatRupees } from '#/shared/money'
import { isDirectLogin } from '#/state/session'
import { Button } from '#/ui/Button'
import { SpinnerBlock } from '#/ui/Spinner'
import { TextField } from '#/ui/TextField'
import { payeeQuery } from '../calls'
import { isFilled, isMasked, saveTrouble, upiSchema } from '../model'
import { useReadyPayout } from '../use-ready-payout'
import { useRefundChoice } from '../use-refund-choice'
import type { RefundFormProps } from './BankDetailsForm'
import { RefundAlternates } from './RefundOptions'

/** The UPI id for refunds. Agents see the saved id but cannot change it. */
export function UpiForm(props: RefundFormProps) {
  const query = useQuery(payeeQuery(useCustomerId()))
  return (
    <QueryContent
      query={query}
      pending={<SpinnerBlock label={m.kit_loading()} />}
      failed={m.refund_payee_failed()}
      age={dataAge}
    >
      {(saved) => <IdForm {...props} saved={idOf(saved.vpa)} />}
    </QueryContent>
  )
}

/** A masked UPI id cannot be sent again, so it must be entered again. Agents see it as it is. */
const idOf = (vpa = '') => (isMasked(vpa) && !isDirectLogin() ? '' : vpa)

function IdForm({ mode, onNext, sum, send, payout, saved }: RefundFormProps & { saved: string }) {
  const choice = useRefundChoice({ mode, onNext })
  const ready = useReadyPayout()
  const pays = payout ?? ready
  const locked = isDirectLogin()
  const form = useForm({
    savedAs: 'upi',
    schema: upiSchema,
    initialValues: { vpa: saved },
    errorText: saveTrouble,
    send: (details) => (send ?? choice.confirm)({ preference: UPI, details }),
  })
  return (
    <section className="grid gap-5" aria-labelledby="refund-upi">
      <h3 id="refund-upi" className="font-bold text-section">
        {m.refund_to_upi()}
      </h3>
      {sum}
      <form {...form.props} className="grid gap-4">
        <TextField
          label={m.refund_upi_id()}
          name="vpa"
          value={form.answers.vpa}
          error={form.errors.vpa ?? form.submitError}
          readOnly={locked}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => form.change({ vpa: event.target.value })}
        />
        {!locked && pays > 0 && <p>{m.refund_save_pays({ amount: formatRupees(pays) })}</p>}
        {!locked && (
          <Button
            type="submit"
            wide
            busy={form.busy}
            disabled={!isFilled(form.answers)}
            disabledReason={m.refund_enter_upi()}
          >
            {m.refund_save()}
          </Button>
        )}
      </form>
      {!send && <RefundAlternates hide={UPI} {...choice} onChoose={choice.choose} />}
    </section>
  )
}
