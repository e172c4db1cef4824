import { m } from '#/copy'
import { SpinnerBlock } from '#/ui/Spinner'

export function SigningIn() {
  return <SpinnerBlock label={m.session_signing_in()} className="min-h-dvh" />
}
