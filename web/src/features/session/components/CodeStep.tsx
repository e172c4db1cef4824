import { useEffect, useRef } from 'react'
import * as v from 'valibot'
import { m } from '#/copy'
import { useForm } from '#/kit/form'
import { formatMobile } from '#/shared/phone'
import { Button } from '#/ui/Button'
import { CodeField } from '#/ui/CodeField'
import { type SignIn, verifyLoginCode } from '../sign-in'
import { ResendCode } from './ResendCode'

const CODE_LENGTH = 6

const schema = v.object({
  code: v.pipe(
    v.string(),
    v.length(CODE_LENGTH, () => m.session_code_invalid()),
  ),
})

interface CodeStepProps {
  mobile: string
  challengeId: string
  resendAfter: number
  round: number
  resending: boolean
  resendError?: string
  onResend(): void
  onChangeNumber(): void
  onSignedIn(answer: SignIn): void
}

/** Submits by itself when the sixth digit arrives, whether typed, pasted or filled in from the SMS. */
export function CodeStep(props: CodeStepProps) {
  const { mobile, challengeId, onSignedIn, onChangeNumber } = props
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const form = useForm({
    schema,
    start: { code: '' },
    send: async ({ code }) => onSignedIn(await verifyLoginCode(challengeId, code)),
  })
  const change = (code: string) => {
    form.change({ code })
    if (code.length === CODE_LENGTH && code !== form.answers.code) form.submit({ code })
  }
  return (
    <form {...form.props} className="grid gap-5">
      <div className="grid gap-1">
        <h1 className="font-bold text-page">{m.session_code_title()}</h1>
        <p role="status" className="text-muted">
          {m.session_code_sent({ phone: formatMobile(mobile) })}
        </p>
      </div>
      <CodeField
        ref={field}
        label={m.session_code()}
        length={CODE_LENGTH}
        name="code"
        value={form.answers.code}
        onValueChange={change}
        error={form.wrong.code ?? form.trouble}
      />
      <Button type="submit" wide busy={form.busy}>
        {m.session_verify()}
      </Button>
      <ResendCode
        key={props.round}
        seconds={props.resendAfter}
        busy={props.resending}
        error={props.resendError}
        resent={props.round > 1}
        onResend={() => {
          form.change({ code: '' })
          props.onResend()
        }}
      />
      <Button variant="quiet" onClick={onChangeNumber}>
        {m.session_change_number()}
      </Button>
    </form>
  )
}
