import { createFileRoute } from '@tanstack/react-router'
import { parseRedirect } from '#/app/paths'
import { LoginPage } from '#/pages/login/LoginPage'

interface Reasons {
  /** The customer said that the account opened by a link belongs to somebody else. */
  disowned?: 'true'
  /** The link of a message was used before or has expired. */
  linkOver?: 'true'
}

const parseSearch = (search: Record<string, unknown>): ReturnType<typeof parseRedirect> & Reasons => ({
  ...parseRedirect(search),
  disowned: search.disowned === 'true' ? 'true' : undefined,
  linkOver: search.linkOver === 'true' ? 'true' : undefined,
})

export const Route = createFileRoute('/_login/login')({ validateSearch: parseSearch, component: LoginPage })
