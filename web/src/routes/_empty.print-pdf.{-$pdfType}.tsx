import { createFileRoute, notFound } from '@tanstack/react-router'
import { NotFoundPage } from '#/app/error/NotFoundPage'
import { prefetch } from '#/app/prefetch'
import { isPaperType, paperQuery, paperSearch } from '#/features/papers/papers'
import { PrintPdfPage } from '#/pages/print-pdf/PrintPdfPage'

export const Route = createFileRoute('/_empty/print-pdf/{-$pdfType}')({
  validateSearch: paperSearch,
  loaderDeps: ({ search }) => search,
  loader({ context, deps, params: { pdfType = 'invoice' } }) {
    if (!isPaperType(pdfType)) throw notFound()
    prefetch(context, (queries, customer) => queries.prefetchQuery(paperQuery(customer, pdfType, deps)))
  },
  shouldReload: false,
  notFoundComponent: NotFoundPage,
  component: PrintPdfPage,
})
