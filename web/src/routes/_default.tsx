import { createFileRoute } from '@tanstack/react-router'
import { DefaultShell } from '#/app/shells/DefaultShell'

export const Route = createFileRoute('/_default')({
  staticData: { middleware: ['session'] },
  component: DefaultShell,
})
