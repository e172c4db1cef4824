import { createFileRoute } from '@tanstack/react-router'
import { FullPageShell } from '#/app/shells/FullPageShell'

export const Route = createFileRoute('/_full')({
  staticData: { middleware: ['session'] },
  component: FullPageShell,
})
