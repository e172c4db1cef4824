import { createFileRoute } from '@tanstack/react-router'
import { openPayLink } from '#/app/guards/sign-in-link'

/** The link of a message about money. Its code stands behind the #, which no server, log or referrer gets. */
export const Route = createFileRoute('/pay')({
  beforeLoad: ({ location }) => openPayLink(location.hash),
})
