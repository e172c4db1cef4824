import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { goOnAt, replaceWithPath, safeRedirectPath } from '#/app/guards/redirect-url'
import { HOME } from '#/app/paths'
import { m } from '#/copy'
import { LoginForm } from '#/features/session/components/LoginForm'
import { type SignIn, startSession } from '#/features/session/sign-in'
import { isInterrupted, takePlace } from '#/state/interrupted'
import { isPaymentOpen } from '#/state/open-payment-status'
import { Notice } from '#/ui/Notice'

export function LoginPage() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { redirectUrl, disowned, linkOver } = useSearch({ from: '/_login/login' })
  const signedIn = (answer: SignIn) => {
    startSession(queryClient, answer)
    const wanted = safeRedirectPath(redirectUrl)
    const interrupted = takePlace(answer.userId)
    if (interrupted && wanted === HOME) void goOnAt(router, safeRedirectPath(interrupted))
    else replaceWithPath(router, wanted)
  }
  return (
    <>
      {disowned && (
        <Notice className="mb-6" title={m.session_disowned()}>
          {m.session_disowned_text()}
        </Notice>
      )}
      {linkOver && (
        <Notice className="mb-6" title={m.session_link_over()}>
          {m.session_link_over_text()}
        </Notice>
      )}
      {isPaymentOpen() ? (
        <Notice tone="due" className="mb-6" title={m.session_payment_open()}>
          {m.session_payment_open_text()}
        </Notice>
      ) : (
        isInterrupted() && (
          <Notice className="mb-6" title={m.session_ended()}>
            {m.session_ended_text()}
          </Notice>
        )
      )}
      <LoginForm onSignedIn={signedIn} />
    </>
  )
}
