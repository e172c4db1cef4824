import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { safeRedirectPath } from '#/app/guards/redirect-url'
import { replaceWithPath } from '#/app/history'
import { LoginForm } from '#/features/session/components/LoginForm'
import { type SignIn, startSession } from '#/features/session/sign-in'

export function LoginPage() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const signedIn = (answer: SignIn) => {
    const { redirectUrl } = router.state.location.search as { redirectUrl?: string }
    startSession(queryClient, answer)
    replaceWithPath(router, safeRedirectPath(redirectUrl))
  }
  return <LoginForm onSignedIn={signedIn} />
}
