import { createFileRoute } from '@tanstack/react-router'
import { parseRedirect } from '#/app/paths'
import { LoginPage } from '#/pages/login/LoginPage'

interface Reasons {
  /** An account that a link had opened is somebody else's. */
  disowned?: 'true'
  /** The link of a message has been used or has run out. */
  linkOver?: 'true'
}

const parseSearch = (search: Record<string, unknown>): ReturnType<typeof parseRedirect> & Reasons => ({
  ...parseRedirect(search),
  disowned: search.disowned === 'true' ? 'true' : undefined,
  linkOver: search.linkOver === 'true' ? 'true' : undefined,
})

export const Route = createFileRoute('/_login/login')({ validateSearch: parseSearch, component: LoginPage })
