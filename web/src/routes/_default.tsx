import { createFileRoute } from '@tanstack/react-router'
import { DefaultShell } from '#/app/shells/DefaultShell'

export const Route = createFileRoute('/_default')({
  // Part of the entry file: most visits begin here, and one file arrives sooner than twenty.
  codeSplitGroupings: [],
  staticData: { middleware: ['session'] },
  component: DefaultShell,
})
