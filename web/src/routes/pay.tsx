import { createFileRoute } from '@tanstack/react-router'
import { openPayLink } from '#/app/guards/sign-in-link'

/**
 * The link of a message about money. Its code comes after the #, so it reaches no server, log or referrer.
 */
export const Route = createFileRoute('/pay')({
  beforeLoad: ({ location }) => openPayLink(location.hash),
})
