import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import type { LinkOutcome } from '#/app/guards/redeem-link'
import { replaceWithPath, safeRedirectPath } from '#/app/guards/redirect-url'
import { m } from '#/copy'
import { discardSession } from '#/features/session/logout'
import { startSession } from '#/features/session/sign-in'
import { InlineError } from '#/kit/InlineError'
import { PlugArt } from '#/ui/art/PlugArt'
import { buttonClass } from '#/ui/button-class'
import { EmptyState } from '#/ui/EmptyState'
import { ContinueAs } from './ContinueAs'

/** Shown when a sign-in link needs attention: it failed, or it belongs to another customer. */
export function AuthenticateUserPage({ outcome }: { outcome: LinkOutcome }) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { redirectUrl } = useSearch({ from: '/authenticate-user' })
  if (outcome.kind === 'failed') return <LinkFailed message={outcome.message} />

  const { answer, current } = outcome
  const goOn = () => {
    replaceWithPath(router, safeRedirectPath(redirectUrl))
  }
  const accept = () => {
    startSession(queryClient, answer)
    goOn()
  }
  const decline = () => void discardSession(answer.accessTokenId).then(goOn)
  return <ContinueAs next={answer.user.fullName} current={current.fullName} onAccept={accept} onDecline={decline} />
}

function LinkFailed({ message }: { message: string }) {
  const action = (
    <Link to="/login" className={buttonClass()}>
      {m.authenticate_user_go_login()}
    </Link>
  )
  return (
    <EmptyState as="h1" art={<PlugArt />} title={m.authenticate_user_link_failed()} action={action}>
      <InlineError>{message}</InlineError>
    </EmptyState>
  )
}
