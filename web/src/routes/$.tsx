import { createFileRoute } from '@tanstack/react-router'
import { LegacyRedirect } from '#/app/LegacyRedirect'

export const Route = createFileRoute('/$')({
  staticData: { middleware: ['session'] },
  component: LegacyRedirect,
})
