import { createFileRoute } from '@tanstack/react-router'
import { DefaultShell } from '#/app/shells/DefaultShell'

export const Route = createFileRoute('/_default')({
  // Part of the entry file, because most visits start here and one file loads faster than twenty.
  codeSplitGroupings: [],
  staticData: { middleware: ['session'] },
  component: DefaultShell,
})
