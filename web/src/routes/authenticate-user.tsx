import { createFileRoute } from '@tanstack/react-router'
import { removeTokenFromHistory } from '#/app/guards/sign-in-link'
import { parseRedirect } from '#/app/paths'
import { EmptyMain } from '#/app/shells/EmptyMain'
import { AuthenticateUserPage } from '#/pages/authenticate-user/AuthenticateUserPage'
import { SigningIn } from '#/pages/authenticate-user/SigningIn'

export const Route = createFileRoute('/authenticate-user')({
  validateSearch: parseRedirect,
  beforeLoad: ({ search }) => removeTokenFromHistory(search),
  loader: async (arrival) => (await import('#/app/guards/redeem-link')).redeemSignInLink(arrival),
  pendingMs: 0,
  pendingComponent: SigningIn,
  component: () => (
    <EmptyMain>
      <AuthenticateUserPage outcome={Route.useLoaderData()} />
    </EmptyMain>
  ),
})
