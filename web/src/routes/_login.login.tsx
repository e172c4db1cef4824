import { createFileRoute } from '@tanstack/react-router'
import { parseRedirect } from '#/app/paths'
import { LoginPage } from '#/pages/login/LoginPage'

/** Disowned: an account that a link had opened is somebody else's. */
const parseSearch = (search: Record<string, unknown>): ReturnType<typeof parseRedirect> & { disowned?: 'true' } => ({
  ...parseRedirect(search),
  disowned: search.disowned === 'true' ? 'true' : undefined,
})

export const Route = createFileRoute('/_login/login')({ validateSearch: parseSearch, component: LoginPage })
