import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { replaceWithPath, safeRedirectPath } from '#/app/guards/redirect-url'
import { m } from '#/copy'
import { LoginForm } from '#/features/session/components/LoginForm'
import { type SignIn, startSession } from '#/features/session/sign-in'
import { isPaymentOpen } from '#/state/payment-mark'
import { Notice } from '#/ui/Notice'

export function LoginPage() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { redirectUrl } = useSearch({ from: '/_login/login' })
  const signedIn = (answer: SignIn) => {
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
