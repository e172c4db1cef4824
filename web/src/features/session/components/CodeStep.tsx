import { useAppConfig } from '#/api/config'
import { m } from '#/copy'
import { pageHref } from '#/copy/pages'
import { formatMobile } from '#/shared/phone'
import { Button } from '#/ui/Button'
import type { SignIn } from '../sign-in'
import { CodeForm } from './CodeForm'
import { ResendCode } from './ResendCode'

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

/** Asks for the sign-in code, and offers help if it does not arrive. */
export function CodeStep(props: CodeStepProps) {
  const head = (
    <div className="grid gap-1">
      <h1 className="font-bold text-page">{m.session_code_title()}</h1>
      <p role="status" className="text-muted">
        {m.session_code_sent({ phone: formatMobile(props.mobile) })}
      </p>
    </div>
  )
  const foot = (clear: () => void) => (
    <>
      <ResendCode
        key={props.round}
        seconds={props.resendAfter}
        busy={props.resending}
        error={props.resendError}
        resent={props.round > 1}
        onResend={() => {
          clear()
          props.onResend()
        }}
      />
      <Button variant="quiet" onClick={props.onChangeNumber}>
        {m.session_change_number()}
      </Button>
      <NewHere />
    </>
  )
  return (
    <CodeForm
      challengeId={props.challengeId}
      verb={m.session_verify()}
      head={head}
      foot={foot}
      onSignedIn={props.onSignedIn}
    />
  )
}

/**
 * How to become a customer. Everybody reads it, because nothing on this screen may tell whether the number is a
 * customer's.
 */
function NewHere() {
  const { supportPhone } = useAppConfig()
  const link = 'inline-flex min-h-11 items-center font-semibold text-brand-ink underline'
  return (
    <div className="grid text-support">
      <p className="text-muted">{m.session_new_here()}</p>
      <p className="flex flex-wrap gap-x-6">
        <a href={pageHref('/')} className={link}>
          {m.session_see_offer()}
        </a>
        {supportPhone && (
          <a href={`tel:${supportPhone.replace(/\s/g, '')}`} className={link}>
            {m.app_call_support({ phone: supportPhone })}
          </a>
        )}
      </p>
    </div>
  )
}
