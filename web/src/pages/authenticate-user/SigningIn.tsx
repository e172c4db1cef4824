import { m } from '#/copy'
import { SpinnerBlock } from '#/ui/Spinner'

/** Fixed, so that the notice that comes before the page moves nothing. */
export function SigningIn() {
  return <SpinnerBlock label={m.authenticate_user_signing_in()} className="fixed inset-0" />
}
