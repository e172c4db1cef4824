import { createFileRoute } from '@tanstack/react-router'
import { LoginShell } from '#/app/shells/LoginShell'

export const Route = createFileRoute('/_login')({
  staticData: { middleware: ['visitor'] },
  component: LoginShell,
})
