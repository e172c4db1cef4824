import { m } from '#/copy'
import { SpinnerBlock } from '#/ui/Spinner'

/** Has a fixed position, so that the notice that appears before the page does not move it. */
export function SigningIn() {
  return <SpinnerBlock label={m.authenticate_user_signing_in()} className="fixed inset-0" />
}
