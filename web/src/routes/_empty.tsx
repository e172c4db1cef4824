import { createFileRoute } from '@tanstack/react-router'
import { EmptyShell } from '#/app/shells/EmptyShell'

export const Route = createFileRoute('/_empty')({
  staticData: { middleware: ['session'] },
  component: EmptyShell,
})
