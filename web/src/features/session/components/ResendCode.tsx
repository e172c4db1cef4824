import { m } from '#/copy'
import { InlineError } from '#/kit/InlineError'
import { useCountdown } from '#/shared/use-countdown'
import { Button } from '#/ui/Button'

interface ResendCodeProps {
  seconds: number
  busy: boolean
  error?: string
  resent: boolean
  onResend(): void
}

export function ResendCode({ seconds, busy, error, resent, onResend }: ResendCodeProps) {
  const left = useCountdown(seconds)
  return (
    <div className="grid gap-2">
      <Button variant="secondary" busy={busy} disabled={left > 0} onClick={onResend}>
        {left > 0 ? m.session_resend_in({ seconds: left }) : m.session_resend()}
      </Button>
      <p role="status" className="text-muted text-support">
        {resent && !error && m.session_code_resent()}
      </p>
      <InlineError>{error}</InlineError>
    </div>
  )
}
