import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { m } from '#/copy'
import { formatMobile } from '#/shared/phone'
import { Button } from '#/ui/Button'
import { CodeField } from '#/ui/CodeField'
import { type SignIn, verifyLoginCode } from '../sign-in'
import { ResendCode } from './ResendCode'

export const CODE_LENGTH = 6

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
  const [code, setCode] = useState('')
  const [complaint, setComplaint] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const verify = useMutation({
    mutationFn: (digits: string) => verifyLoginCode(challengeId, digits),
    onSuccess: onSignedIn,
  })
  const change = (digits: string) => {
    setCode(digits)
    setComplaint(undefined)
    verify.reset()
    if (digits.length === CODE_LENGTH && digits !== code) verify.mutate(digits)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (verify.isPending) return
    if (code.length === CODE_LENGTH) verify.mutate(code)
    else setComplaint(m.session_code_invalid())
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
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
        value={code}
        onValueChange={change}
        error={complaint ?? verify.error?.message}
      />
      <Button type="submit" wide busy={verify.isPending}>
        {m.session_verify()}
      </Button>
      <ResendCode
        key={props.round}
        seconds={props.resendAfter}
        busy={props.resending}
        error={props.resendError}
        resent={props.round > 1}
        onResend={() => {
          setCode('')
          verify.reset()
          props.onResend()
        }}
      />
      <Button variant="quiet" onClick={onChangeNumber}>
        {m.session_change_number()}
      </Button>
    </form>
  )
}
