import { createFileRoute } from '@tanstack/react-router'
import { parseRedirect } from '#/app/paths'
import { LoginPage } from '#/pages/login/LoginPage'

export const Route = createFileRoute('/_login/login')({ validateSearch: parseRedirect, component: LoginPage })
