import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { m } from '#/copy'
import { ActionError } from '#/kit/ActionError'
import { useForm } from '#/kit/form'
import { InlineError } from '#/kit/InlineError'
import { useCountdown } from '#/shared/use-countdown'
import { Button } from '#/ui/Button'
import { CodeField } from '#/ui/CodeField'
import { TextField } from '#/ui/TextField'
import { setCompanyEmail, verifyCompanyEmail } from '../calls'
import { isBlocked } from '../company-email'
import { toastProblem, withToast } from '../problem-toast'
import { type StepProps, useStepTaken } from '../step'

const CODE_LENGTH = 6
/** Seconds. The server sends no second code earlier. */
const RESEND_AFTER_S = 60

/** The e-mail address at the employer, and the code that was sent there. */
export function CompanyEmailStep({ document, blockedEmailDomains }: StepProps) {
  const sentTo = document.status === 'uploaded' ? document.email : undefined
  const [changing, setChanging] = useState(false)
  if (!sentTo || changing) {
    return <AddressForm start={sentTo ?? ''} blocked={blockedEmailDomains} onSent={() => setChanging(false)} />
  }
  return <CodeForm email={sentTo} onChange={() => setChanging(true)} />
}

interface AddressFormProps {
  start: string
  blocked: string[]
  onSent(): void
}

function AddressForm({ start, blocked, onSent }: AddressFormProps) {
  const taken = useStepTaken()
  const form = useForm({
    savedAs: 'kyc-company-email',
    schema: v.object({
      companyEmail: v.pipe(
        v.string(),
        v.trim(),
        v.email(() => m.kyc_email_invalid()),
        v.check(
          (email) => !isBlocked(email, blocked),
          () => m.kyc_email_not_company(),
        ),
      ),
    }),
    initialValues: { companyEmail: start },
    send: async ({ companyEmail }) => {
      await withToast(setCompanyEmail(companyEmail))
      await taken()
      onSent()
    },
  })
  return (
    <form {...form.props} className="grid gap-4">
      <TextField
        label={m.kyc_company_email_address()}
        hint={m.kyc_company_email_hint()}
        type="email"
        autoComplete="email"
        value={form.answers.companyEmail}
        error={form.errors.companyEmail}
        onChange={({ target }) => form.change({ companyEmail: target.value })}
      />
      <InlineError>{form.submitError}</InlineError>
      <Button wide busy={form.busy} {...form.button}>
        {m.kyc_company_email_send()}
      </Button>
    </form>
  )
}

const codeSchema = v.object({
  code: v.pipe(
    v.string(),
    v.length(CODE_LENGTH, () => m.kyc_code_invalid()),
  ),
})

function CodeForm({ email, onChange }: { email: string; onChange(): void }) {
  const taken = useStepTaken()
  const form = useForm({
    schema: codeSchema,
    initialValues: { code: '' },
    send: ({ code }) => withToast(verifyCompanyEmail(code)).then(taken),
  })
  const change = (code: string) => {
    form.change({ code })
    if (code.length === CODE_LENGTH && code !== form.answers.code) form.submit({ code })
  }
  return (
    <form {...form.props} className="grid gap-4">
      <p role="status" className="wrap-anywhere">
        {m.kyc_code_sent({ email })}
      </p>
      <CodeField
        label={m.kyc_code()}
        length={CODE_LENGTH}
        value={form.answers.code}
        error={form.errors.code ?? form.submitError}
        onValueChange={change}
      />
      <Button wide busy={form.busy} {...form.button}>
        {m.kyc_code_verify()}
      </Button>
      <Resend email={email} onSent={() => form.change({ code: '' })} />
      <Button variant="quiet" onClick={onChange}>
        {m.kyc_company_email_change()}
      </Button>
    </form>
  )
}

function Resend({ email, onSent }: { email: string; onSent(): void }) {
  const [round, setRound] = useState(1)
  const again = useMutation({
    mutationFn: () => setCompanyEmail(email),
    onSuccess: () => {
      setRound((before) => before + 1)
      onSent()
    },
    onError: toastProblem,
  })
  return (
    <>
      <ResendButton key={round} busy={again.isPending} onResend={() => again.mutate()} />
      <ActionError error={again.error} busy={again.isPending} onRetry={() => again.mutate()} />
    </>
  )
}

function ResendButton({ busy, onResend }: { busy: boolean; onResend(): void }) {
  const left = useCountdown(RESEND_AFTER_S)
  return (
    <Button variant="secondary" busy={busy} disabled={left > 0} onClick={onResend}>
      {left > 0 ? m.kyc_code_again_in({ seconds: left }) : m.kyc_code_again()}
    </Button>
  )
}
