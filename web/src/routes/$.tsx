import { createFileRoute } from '@tanstack/react-router'

/** URLs without a page. The root route redirects them (see `app/guards/before-navigation`). */
export const Route = createFileRoute('/$')({
  staticData: { middleware: ['session'] },
})
