import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '#/pages/home/HomePage'

export const Route = createFileRoute('/_default/home')({
  // Part of the entry file: most visits begin here, and one file arrives sooner than twenty.
  codeSplitGroupings: [],
  component: HomePage,
})
