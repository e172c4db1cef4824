import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { safeRedirectPath } from '#/app/guards/redirect-url'
import { replaceWithPath } from '#/app/history'
import { m } from '#/copy'
import { LoginForm } from '#/features/session/components/LoginForm'
import { type SignIn, startSession } from '#/features/session/sign-in'
import { isPaymentOpen } from '#/platform/payment-mark'
import { Notice } from '#/ui/Notice'

export function LoginPage() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const signedIn = (answer: SignIn) => {
    const { redirectUrl } = router.state.location.search as { redirectUrl?: string }
    startSession(queryClient, answer)
    replaceWithPath(router, safeRedirectPath(redirectUrl))
  }
  return (
    <>
      {isPaymentOpen() && (
        <Notice tone="due" className="mb-6" title={m.session_payment_open()}>
          {m.session_payment_open_text()}
        </Notice>
      )}
      <LoginForm onSignedIn={signedIn} />
    </>
  )
}
