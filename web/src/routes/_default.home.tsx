import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '#/pages/home/HomePage'

export const Route = createFileRoute('/_default/home')({
  // Part of the entry file, because most visits start here and one file loads faster than twenty.
  codeSplitGroupings: [],
  component: HomePage,
})
