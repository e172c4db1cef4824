import { createFileRoute, redirect } from '@tanstack/react-router'
import { HOME } from '#/app/paths'

export const Route = createFileRoute('/')({
  staticData: { middleware: ['session'] },
  beforeLoad: ({ search }) => {
    throw redirect({ to: HOME, search, replace: true })
  },
})
